import type * as z from "zod/mini";

/** Error messages by the dotted path of their field: `terms.lines.0.to`. */
export type TermsErrors = Readonly<Record<string, string>>;

/** Returns the error message for each invalid field. */
export function toTermsErrors(result: z.core.util.SafeParseResult<unknown>): TermsErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) errors[path.join(".")] ??= message;
  return errors;
}

/** Returns the error message at `path` or below it. */
export const findErrorAt = (errors: TermsErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([errorPath]) => errorPath.startsWith(`${path}.`))?.[1];

/** Returns the error message that belongs to the terms as a whole rather than to a field. */
export const findFormError = (errors: TermsErrors): string | undefined =>
  ["terms", "terms.lines", "terms.escalations", "terms.freeRent"]
    .map((path) => errors[path])
    .find((message) => message !== undefined);
