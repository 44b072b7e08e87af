import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

const response = z.object({ message: z.optional(z.string()) });

/**
 * The status and message of an error response. Undefined without one (no network or no JSON). `message` is
 * undefined if the response has no message.
 */
export function getErrorResponse(
  error: unknown,
): { status: number; message: string | undefined } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, problem, userMessage } = error;
  if (problem !== undefined) return { status, message: problem.message || undefined };
  try {
    const parsed = z.safeParse(response, JSON.parse(userMessage));
    return parsed.success ? { status, message: parsed.data.message || undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** Like `getErrorResponse`, but only for rejections (4xx), not for server errors. */
export function getRejection(error: unknown): { message: string | undefined } | undefined {
  const failure = getErrorResponse(error);
  return failure !== undefined && failure.status < 500 ? failure : undefined;
}
