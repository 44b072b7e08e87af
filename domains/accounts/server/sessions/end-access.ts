import type { Ctx } from "#server/http/context.ts";
import { endUserSessions } from "#server/http/requests/session.ts";
import { revokeAllTokens } from "../tokens/api-tokens.ts";

/**
 * Ends all of a person's sessions, API tokens, and sign-ins that are waiting for a code. Used when a role
 * changes, an account is disabled, a password or two-factor authentication is reset, or someone is signed out
 * everywhere.
 */
export async function endAccess(ctx: Ctx, userId: number): Promise<void> {
  await endUserSessions(ctx, userId);
  await revokeAllTokens(ctx, userId);
}
