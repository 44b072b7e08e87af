import type * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

/** The first sentence for each field, by the last part of its name; the steps have no two fields of one name. */
export function sentencesOf(error: z.core.$ZodError | undefined): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) sentences[String(path.at(-1))] ??= message;
  return sentences;
}

/** The same for what the server refused. */
export function sentencesOfResponse(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.problem?.fields ?? {}).map(([name, sentence]) => [
      name.split(".").at(-1) ?? name,
      sentence,
    ]),
  );
}
