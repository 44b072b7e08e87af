import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { LockedAccount } from "../passwords/credentials.ts";
import { endAccess } from "../sessions/end-access.ts";
import { invalidateTokens } from "../tokens.ts";

/**
 * Marks the address as confirmed. Someone else might have registered the account, so the first confirmation
 * invalidates its password and sessions (REG-18..21).
 */
export async function markAddressConfirmed(ctx: Ctx, person: LockedAccount): Promise<void> {
  if (person.emailConfirmedAt !== null) return;
  await ctx.db
    .updateTable("users")
    .set((row) => ({ email_confirmed_at: ctx.now, password_hash: null, version: row("version", "+", 1) }))
    .where("id", "=", person.id)
    .execute();
  await invalidateTokens(ctx.db, { purpose: "confirm-address", userId: person.id, now: ctx.now });
  await endAccess(ctx, person.id);
  await audit(ctx, {
    action: "account.address-confirmed",
    subjectType: "person",
    subjectId: person.id,
    actorName: person.fullName,
  });
}
