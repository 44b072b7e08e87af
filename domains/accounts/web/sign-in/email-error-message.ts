import { getErrorResponse } from "#domains/accounts/web/sign-in/error-response.ts";
import { UnreachableError } from "#web/api-client.ts";

/** The message when an email couldn't be requested (PWD-07 to PWD-09). */
export const toEmailErrorMessage = (error: unknown): string =>
  getErrorResponse(error)?.message ??
  (error instanceof UnreachableError
    ? "Failed to process your request. Please try again."
    : "An error occurred. Please try again.");
