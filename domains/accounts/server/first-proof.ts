import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import type { LockedAccount } from "./queries.ts";
import { voidTokens } from "./tokens.ts";

/**
 * Marks the address as confirmed. The account may have been registered by somebody else, so the first proof voids its password
 * and sessions (REG-18..21).
 */
export async function proveAddress(ctx: Ctx, person: LockedAccount): Promise<void> {
  if (person.emailConfirmedAt !== null) return;
  await ctx.db
    .updateTable("users")
    .set((row) => ({ email_confirmed_at: ctx.now, password_hash: null, version: row("version", "+", 1) }))
    .where("id", "=", person.id)
    .execute();
  await voidTokens(ctx.db, { purpose: "confirm-address", userId: person.id, now: ctx.now });
  await endSessionsOf(ctx, person.id);
  await audit(ctx, {
    action: "account.address-confirmed",
    subjectType: "person",
    subjectId: person.id,
    actorName: person.fullName,
  });
}
