import type { Ctx } from "#server/http/context.ts";
import { endUserSessions } from "#server/http/requests/session.ts";
import { revokeAllTokens } from "../tokens/api-tokens.ts";

/**
 * Ends everything a person is signed in with: all sessions, sign-ins that wait for a code, and all API tokens.
 * For a new role, a disabled account, a reset of the password or of two-factor authentication, and signing
 * someone out everywhere.
 */
export async function endAccess(ctx: Ctx, userId: number): Promise<void> {
  await endUserSessions(ctx, userId);
  await revokeAllTokens(ctx, userId);
}
