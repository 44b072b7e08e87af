import { sql } from "kysely";
import { undoableSeconds } from "#domains/accounts/account-fields.ts";
import { revokeAllTokens } from "#domains/accounts/server/tokens/api-tokens.ts";
import { removeFromLease } from "#domains/leases/server/members/add-to-lease.ts";
import { revertToPendingApproval } from "#domains/work-orders/server/report/pending-work-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { publishUnreadCount } from "#server/notifications/notify.ts";
import { conflict } from "#shared/errors.ts";
import type { Person } from "../../people-contract.ts";
import { lockPerson } from "../directory/person-queries.ts";
import type { PersonRow } from "../directory/present-person.ts";
import { lockUnit } from "../units.ts";
import { finishDecision } from "./decision.ts";

/**
 * Undoes an approval within one minute. The person's access request is pending again, and the approval's
 * notification and email are withdrawn. A draft lease created by the approval is deleted unless it has been
 * used since.
 * @throws AppError not_found; conflict if it's too late or the person has changed since
 */
export async function undoApproval(ctx: SignedInCtx, id: number): Promise<Person> {
  const { db, actor } = ctx;
  const person = await lockPerson(db, actor.accessScope, id);
  const approval = await findLastApproval(ctx, person);
  if (approval === undefined)
    throw conflict(
      `It's too late to undo the approval of ${person.fullName}. You can disable the account instead.`,
    );
  const { requestedUnitId, unitId, leaseId, isNewLease } = approval;
  await db
    .updateTable("users")
    .set((row) => ({ state: "pending", requested_unit_id: requestedUnitId, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await revokeAllTokens(ctx, id);
  const unit = unitId === undefined ? undefined : await lockUnit(db, unitId);
  await revertToPendingApproval(ctx, { reporterId: id, requestedUnitId: requestedUnitId });
  if (unit !== undefined && leaseId != null)
    await removeFromLease(ctx, { userId: id, unit, leaseId, isNew: isNewLease === true });
  await db.deleteFrom("property_staff").where("user_id", "=", id).execute();
  await withdrawApprovalMessages(ctx, id);
  return finishDecision(ctx, person, {
    action: "person.approval-undone",
    propertyId: unit?.property_id ?? null,
    details: { requestedUnitId },
  });
}

/** The details of the approval in the audit log. */
interface Approval {
  requestedUnitId: number | null;
  unitId?: number;
  leaseId?: number | null;
  isNewLease?: boolean;
}

async function findLastApproval({ db, now }: SignedInCtx, person: PersonRow): Promise<Approval | undefined> {
  const { rows } = await sql<{ details: Approval }>`
    select details from audit_log
    where subject_type = 'person' and subject_id = ${String(person.id)} and action = 'person.approved'
      and at > ${now}::timestamptz - make_interval(secs => ${undoableSeconds})
      and (details ->> 'version')::int = ${person.version} and ${person.state === "active"}::boolean
    order by id desc limit 1`.execute(db);
  return rows[0]?.details;
}

/**
 * Withdraws the approval's notification and its email, which isn't sent until the approval can no longer be
 * undone.
 */
async function withdrawApprovalMessages(ctx: SignedInCtx, userId: number): Promise<void> {
  await sql`delete from emails where to_user_id = ${userId} and template = 'approved' and state = 'queued'`.execute(
    ctx.db,
  );
  await sql`delete from notifications where user_id = ${userId} and kind = 'approval.approved'`.execute(
    ctx.db,
  );
  publishUnreadCount(ctx, [userId]);
}
