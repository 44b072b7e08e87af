import { sql } from "kysely";
import { undoJoin } from "#domains/leases/server/join-tenancy.ts";
import { awaitApprovalAgain } from "#domains/work-orders/server/awaiting-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { publishUnreadCount } from "#server/notifications/notify.ts";
import { conflict } from "#shared/errors.ts";
import { undoableSeconds } from "../account-facts.ts";
import type { Person } from "../people-contract.ts";
import { concludeDecision } from "./decide.ts";
import type { PersonRow } from "./present.ts";
import { lockPerson } from "./queries.ts";
import { lockUnit } from "./units.ts";

/**
 * Undoes an approval within a minute: the person claims the unit as before, and the notification and mail of the approval are
 * withdrawn. A draft made by it is deleted unless somebody has used it since.
 * @throws AppError not_found; conflict when it is too late, or the person was changed since
 */
export async function undoApproval(ctx: SignedInCtx, id: number): Promise<Person> {
  const { db, actor } = ctx;
  const person = await lockPerson(db, actor.accessScope, id);
  const approval = await lastApproval(ctx, person);
  if (approval === undefined)
    throw conflict(
      `The approval of ${person.fullName} can no longer be undone. They can be disabled instead.`,
    );
  const { claimedUnitId, unitId, leaseId, isNewLease } = approval;
  await db
    .updateTable("users")
    .set((row) => ({ state: "pending", claimed_unit_id: claimedUnitId, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  const unit = unitId === undefined ? undefined : await lockUnit(db, unitId);
  await awaitApprovalAgain(ctx, { reporterId: id, claimedUnitId });
  if (unit !== undefined && leaseId != null)
    await undoJoin(ctx, { userId: id, unit, leaseId, isNew: isNewLease === true });
  await db.deleteFrom("property_staff").where("user_id", "=", id).execute();
  await withdrawNotice(ctx, id);
  return concludeDecision(ctx, person, {
    action: "person.approval-undone",
    propertyId: unit?.property_id ?? null,
    details: { claimedUnitId },
  });
}

/** What the log says about the approval. */
interface Approval {
  claimedUnitId: number | null;
  unitId?: number;
  leaseId?: number | null;
  isNewLease?: boolean;
}

async function lastApproval({ db, now }: SignedInCtx, person: PersonRow): Promise<Approval | undefined> {
  const { rows } = await sql<{ details: Approval }>`
    select details from audit_log
    where subject_type = 'person' and subject_id = ${String(person.id)} and action = 'person.approved'
      and at > ${now}::timestamptz - make_interval(secs => ${undoableSeconds})
      and (details ->> 'version')::int = ${person.version} and ${person.state === "active"}::boolean
    order by id desc limit 1`.execute(db);
  return rows[0]?.details;
}

/** The mail of an approval is sent once it can no longer be undone. */
async function withdrawNotice(ctx: SignedInCtx, userId: number): Promise<void> {
  await sql`delete from mails where to_user_id = ${userId} and template = 'approved' and state = 'queued'`.execute(
    ctx.db,
  );
  await sql`delete from notifications where user_id = ${userId} and kind = 'approval.approved'`.execute(
    ctx.db,
  );
  publishUnreadCount(ctx, [userId]);
}
