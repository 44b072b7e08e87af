import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

/** The server's message for each invalid field. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? (error.problem?.fields ?? {}) : {};

/**
 * Shows these messages below the fields of a form, and focuses the first of them:
 * `mutate(body, { onError: showAtFields(form) })`.
 */
export const showAtFields =
  <Values extends FieldValues>({ setError }: { setError: UseFormSetError<Values> }) =>
  (error: unknown): void => {
    // The form ignores names it does not have. The first field comes last, and keeps the focus.
    for (const [field, message] of Object.entries(fieldErrorsOf(error)).reverse())
      setError(field as Path<Values>, { message }, { shouldFocus: true });
  };

/** The record as somebody else has changed it, from the 409 that refused a change of an old version. */
export function currentOf<Shape extends z.ZodMiniType>(
  shape: Shape,
  error: unknown,
): z.output<Shape> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return z.safeParse(shape, error.problem?.current).data;
}
