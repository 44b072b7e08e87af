import { sql } from "kysely";
import type { LockedAccount } from "#domains/accounts/server/passwords/credentials.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { expiredSignInError, type WorkIdentity } from "#server/integrations/identity-provider.ts";
import { forbidden } from "#shared/errors.ts";

/** Returns the person a work account is linked to. */
export async function findLinkedPerson(
  db: Db,
  { issuer, subject }: WorkIdentity,
): Promise<number | undefined> {
  const linked = await db
    .selectFrom("work_accounts")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return linked?.user_id;
}

/**
 * Records a sign-in with a linked work account. A new address at the provider doesn't change the link. The
 * caller has locked the person.
 * @throws AppError invalid if the work account was unlinked
 */
export async function recordWorkAccountUse(
  ctx: Ctx,
  person: LockedAccount,
  identity: WorkIdentity,
): Promise<void> {
  const { rows } = await sql<{ previousEmail: string | null }>`
    update work_accounts w set email = ${identity.email}, last_used_at = ${ctx.now},
      has_two_factor = w.has_two_factor or ${identity.hasTwoFactor}
    from work_accounts previous
    where w.issuer = ${identity.issuer} and w.subject = ${identity.subject} and w.user_id = ${person.id}
      and previous.issuer = w.issuer and previous.subject = w.subject
    returning previous.email as "previousEmail"`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) throw expiredSignInError();
  if (row.previousEmail !== identity.email)
    await audit(withoutActor(ctx), {
      action: "account.work-address-changed",
      subjectType: "person",
      subjectId: person.id,
      actorName: person.fullName,
      details: { from: row.previousEmail, to: identity.email },
    });
}

/** Finds and locks the account with this address, in any state. */
export async function findAccountByAddress(
  db: Db,
  email: string,
): Promise<(LockedAccount & { state: string }) | undefined> {
  const { rows } = await sql<LockedAccount & { state: string }>`
    select id, role, state, email, full_name as "fullName", email_confirmed_at as "emailConfirmedAt"
    from users where lower(email) = lower(${email}) for no key update`.execute(db);
  return rows[0];
}

/**
 * Links a work account to a person and logs it. The caller has locked the person.
 * @throws AppError forbidden if the person has a different work account at this provider, because the address
 * might have been reassigned
 */
export async function linkWorkAccount(
  ctx: Ctx,
  person: { id: number; fullName: string },
  { issuer, subject, email, hasTwoFactor }: WorkIdentity,
): Promise<void> {
  const linked = await ctx.db
    .selectFrom("work_accounts")
    .select("subject")
    .where("user_id", "=", person.id)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  // A concurrent sign-in with the same work account has linked it.
  if (linked?.subject === subject) return;
  if (linked !== undefined)
    throw forbidden(
      "This account is linked to a different work account with the same address. Ask an administrator to unlink it under Manage Users.",
    );
  const inserted = await ctx.db
    .insertInto("work_accounts")
    .values({
      user_id: person.id,
      issuer,
      subject,
      email,
      linked_at: ctx.now,
      last_used_at: ctx.now,
      has_two_factor: hasTwoFactor,
    })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (inserted === undefined) throw expiredSignInError();
  await audit(withoutActor(ctx), {
    action: "account.work-account-linked",
    subjectType: "person",
    subjectId: person.id,
    actorName: person.fullName,
    details: { issuer, email: email ?? "" },
  });
}

/** Returns the address of a person's work account at the provider. Null if none is linked. */
export async function findWorkAccount(
  { db, identityProvider }: Pick<Ctx, "db" | "identityProvider">,
  userId: number,
): Promise<{ email: string | null } | null> {
  const linked = await db
    .selectFrom("work_accounts")
    .select("email")
    .where("user_id", "=", userId)
    .where("issuer", "=", identityProvider?.issuer ?? "")
    .executeTakeFirst();
  return linked ?? null;
}

/** Clears the actor, because the browser might still have someone else's session. */
const withoutActor = (ctx: Ctx): Ctx => ({ ...ctx, actor: null });
