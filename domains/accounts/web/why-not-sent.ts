import { answerTo } from "#domains/accounts/web/refusal-sentence.ts";
import { UnreachableError } from "#web/api-client.ts";

/** The words for a mail that could not be asked for (PWD-07 to PWD-09). */
export const whyNotSent = (error: unknown): string =>
  answerTo(error)?.sentence ??
  (error instanceof UnreachableError
    ? "Failed to process your request. Please try again."
    : "An error occurred. Please try again.");
