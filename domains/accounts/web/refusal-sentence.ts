import * as z from "zod/mini";
import { ApiError } from "#web/api-client.ts";

const response = z.object({ message: z.optional(z.string()) });

/**
 * What the server said of a failure; nothing when there is no such answer: no network, or something that is not JSON.
 * `sentence` is missing when the response has none.
 */
export function answerTo(error: unknown): { status: number; sentence: string | undefined } | undefined {
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

/** The same, as long as it is a refusal and no fault of the server. */
export function refusalTo(error: unknown): { sentence: string | undefined } | undefined {
  const said = answerTo(error);
  return said !== undefined && said.status < 500 ? said : undefined;
}
