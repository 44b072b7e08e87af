import { errorResponseOf } from "#domains/accounts/web/refusal-sentence.ts";
import { UnreachableError } from "#web/api-client.ts";

/** The message for a mail that could not be requested (PWD-07 to PWD-09). */
export const mailErrorMessage = (error: unknown): string =>
  errorResponseOf(error)?.sentence ??
  (error instanceof UnreachableError
    ? "Failed to process your request. Please try again."
    : "An error occurred. Please try again.");
