import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

const response = z.object({ message: z.optional(z.string()) });

/**
 * The status and message of an error response; undefined without one (no network, or no JSON). `sentence` is
 * undefined if the response has no message.
 */
export function errorResponseOf(
  error: unknown,
): { status: number; sentence: string | undefined } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, problem, userMessage } = error;
  if (problem !== undefined) return { status, sentence: problem.message || undefined };
  try {
    const parsed = z.safeParse(response, JSON.parse(userMessage));
    return parsed.success ? { status, sentence: parsed.data.message || undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** The same for refusals only, not for faults of the server. */
export function refusalOf(error: unknown): { sentence: string | undefined } | undefined {
  const failure = errorResponseOf(error);
  return failure !== undefined && failure.status < 500 ? failure : undefined;
}
