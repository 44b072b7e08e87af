import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import type { Role } from "#shared/permissions.ts";
import { voidTokens } from "./tokens.ts";

/** Who proves something by mail, locked before anything of theirs, so that two proofs at once do not wait for each other. */
export interface ProvingPerson {
  id: number;
  role: Role;
  email: string;
  full_name: string;
  email_confirmed_at: Date | null;
}

/** Undefined when disabled meanwhile. */
export async function lockProvingPerson(db: Db, userId: number): Promise<ProvingPerson | undefined> {
  const found = await db
    .selectFrom("users")
    .select(["id", "role", "email", "full_name", "email_confirmed_at"])
    .where("id", "=", userId)
    .where("state", "<>", "disabled")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found === undefined ? undefined : { ...found, role: found.role as Role };
}

/**
 * The address is proven to be theirs. Whoever registered with it need not have been the same, so the first proof voids the
 * password and the sessions made before it (decisions, REG-18..21).
 */
export async function proveAddress(ctx: Ctx, person: ProvingPerson): Promise<void> {
  if (person.email_confirmed_at !== null) return;
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
    actorName: person.full_name,
  });
}
