import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, forbidden } from "#shared/errors.ts";
import type { PersonRow } from "./present.ts";
import { presentPerson } from "./present.ts";
import { findPerson } from "./queries.ts";

/**
 * Locks the person an administrator is about to change, together with all administrators, in the order of their ids. This
 * serialises two administrators who remove each other's role at the same moment, so that one always remains.
 * @throws AppError not_found; forbidden for the user's own account, or when the user is no longer an administrator
 */
export async function lockForChange(ctx: SignedInCtx, id: number): Promise<PersonRow> {
  const { actor, db } = ctx;
  if (id === actor.id) throw forbidden("Nobody can change the own role, buildings or access.");
  const { rows } = await sql<{ id: number; role: string; state: string }>`
    select id, role, state from users where (role = 'admin' and state = 'active') or id = ${id}
    order by id for no key update`.execute(db);
  const isStillAdmin = rows.some(
    (row) => row.id === actor.id && row.role === "admin" && row.state === "active",
  );
  if (!isStillAdmin) throw forbidden();
  return findPerson(db, actor.accessScope, id);
}

const words = {
  "person.edited": "changed",
  "person.disabled": "disabled",
  "person.enabled": "enabled",
  "person.approved": "approved",
  "person.approval-undone": "undid the approval of",
  "person.refused": "refused",
  "profile.edited": "renamed",
} as Record<string, string>;

/** @throws AppError conflict with the current person and who changed it, when the version the user saw is not the current one */
export async function refuseStalePerson(
  ctx: SignedInCtx,
  person: PersonRow,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === person.version) return;
  const last = await ctx.db
    .selectFrom("audit_log")
    .select(["action", "actor_name"])
    .where("subject_type", "=", "person")
    .where("subject_id", "=", String(person.id))
    .where("action", "in", Object.keys(words))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const who = last?.actor_name ?? "Somebody else";
  throw conflict(`${who} ${words[last?.action ?? ""] ?? "changed"} ${person.fullName} in the meantime.`, {
    current: presentPerson(person),
  });
}
