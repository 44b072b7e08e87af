import type * as z from "zod/mini";

/** Sentences by the dotted path of their field: `terms.lines.0.to`. */
export type TermsErrors = Readonly<Record<string, string>>;

/** A sentence for each field that is wrong. */
export function termsErrorsOf(result: z.core.util.SafeParseResult<unknown>): TermsErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) errors[path.join(".")] ??= message;
  return errors;
}

/** The sentence for what stands at `path` or within it. */
export const errorAt = (errors: TermsErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1];

/** What belongs to the terms as a whole and to none of their fields. */
export const wholeError = (errors: TermsErrors): string | undefined =>
  ["terms", "terms.lines", "terms.escalations", "terms.freeRent"]
    .map((path) => errors[path])
    .find((message) => message !== undefined);
