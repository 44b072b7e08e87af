import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

/** Returns the server's message for each invalid field. */
export const getFieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? (error.problem?.fields ?? {}) : {};

/**
 * Shows the server's messages below the fields of a form and focuses the first of these fields: `mutate(body,
 * { onError: showFieldErrors(form) })`.
 */
export const showFieldErrors =
  <Values extends FieldValues>({ setError }: { setError: UseFormSetError<Values> }) =>
  (error: unknown): void => {
    // The form ignores unknown field names. The first field is set last, so it keeps focus.
    for (const [field, message] of Object.entries(getFieldErrors(error)).reverse())
      setError(field as Path<Values>, { message }, { shouldFocus: true });
  };

/** Returns the current record from a 409 response that rejected a change to an outdated version. */
export function getCurrentRecord<Shape extends z.ZodMiniType>(
  shape: Shape,
  error: unknown,
): z.output<Shape> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return z.safeParse(shape, error.problem?.current).data;
}
