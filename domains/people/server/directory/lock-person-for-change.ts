import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { forbidden } from "#shared/errors.ts";
import { findPerson } from "./person-queries.ts";
import type { PersonRow } from "./present-person.ts";
import { presentPerson } from "./present-person.ts";

/**
 * Locks the person an administrator is about to change, along with all administrators, ordered by id. If two
 * administrators remove each other's role at the same moment, the second one waits, so at least one
 * administrator always remains.
 * @throws AppError not_found; forbidden for the user's own account or if the user is no longer an
 * administrator
 */
export async function lockPersonForChange(ctx: SignedInCtx, id: number): Promise<PersonRow> {
  const { actor, db } = ctx;
  if (id === actor.id) throw forbidden("You can't change your own role, properties, or access.");
  const { rows } = await sql<{ id: number; role: string; state: string }>`
    select id, role, state from users where (role = 'admin' and state = 'active') or id = ${id}
    order by id for no key update`.execute(db);
  const isStillAdmin = rows.some(
    (row) => row.id === actor.id && row.role === "admin" && row.state === "active",
  );
  if (!isStillAdmin) throw forbidden();
  return findPerson(db, actor.accessScope, id);
}

/** The conflict message for each audited change. */
const conflictMessages = {
  "person.edited": (actor: string, name: string) => `${actor} changed ${name} after you opened this page.`,
  "person.disabled": (actor: string, name: string) => `${actor} disabled ${name} after you opened this page.`,
  "person.enabled": (actor: string, name: string) => `${actor} enabled ${name} after you opened this page.`,
  "person.approved": (actor: string, name: string) => `${actor} approved ${name} after you opened this page.`,
  "person.approval-undone": (actor: string, name: string) =>
    `${actor} undid the approval of ${name} after you opened this page.`,
  "person.declined": (actor: string, name: string) => `${actor} declined ${name} after you opened this page.`,
  "profile.edited": (actor: string, name: string) => `${actor} renamed ${name} after you opened this page.`,
} satisfies Record<string, (actor: string, name: string) => string>;

/**
 * Checks that the version the user saw is still current.
 * @throws AppError conflict with the current person, saying who made the last change
 */
export const assertCurrentPersonVersion = (
  ctx: SignedInCtx,
  person: PersonRow,
  expectedVersion: number | undefined,
): Promise<void> =>
  assertCurrentVersion(
    ctx,
    { version: person.version, describeConflict: () => describeLastChange(ctx, person) },
    expectedVersion,
    () => presentPerson(person),
  );

async function describeLastChange({ db }: SignedInCtx, person: PersonRow): Promise<string> {
  const lastChange = await db
    .selectFrom("audit_log")
    .select(["action", "actor_name"])
    .where("subject_type", "=", "person")
    .where("subject_id", "=", String(person.id))
    .where("action", "in", Object.keys(conflictMessages))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const actor = lastChange?.actor_name ?? "Someone else";
  const toMessage =
    conflictMessages[lastChange?.action as keyof typeof conflictMessages] ??
    conflictMessages["person.edited"];
  return toMessage(actor, person.fullName);
}
