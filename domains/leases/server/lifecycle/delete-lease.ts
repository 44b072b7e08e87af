import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { runDeletion } from "#server/run-deletion.ts";
import { conflict } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { findMembersThrough, refreshAccessScope } from "../members/notify-members.ts";
import { isDeletable } from "../present.ts";
import { publishLeaseChange } from "../publish-change.ts";
import { findLeaseUnits, hasBookings, type LockedLease, lockLease } from "../queries.ts";
import { deleteTerms } from "./draft-terms.ts";

/**
 * Deletes a draft, or a lease that hasn't started and has no ledger entries and no payments.
 * @throws AppError not_found; conflict if the lease has started, or has ledger entries, payments, or
 * documents
 */
export async function deleteLease(ctx: SignedInCtx, id: number): Promise<void> {
  const { db } = ctx;
  const lease = await lockLease(ctx, id);
  if (!isDeletable({ ...lease, is_booked: false }))
    throw conflict(
      `This lease started on ${formatCalendarDay(lease.starts_on)}. You can end it, but not delete it.`,
    );
  if (await hasBookings(ctx, id))
    throw conflict(
      "This lease has ledger entries or a payment in progress, so it can't be deleted. End it instead. Charges for later dates will be reversed.",
    );
  await assertNoDocuments(ctx, lease);
  const unitIds = (await findLeaseUnits(ctx, id)).map((unit) => unit.id);
  const userIds = await findMembersThrough(ctx, id, lease.today);
  await db.deleteFrom("lease_members").where("lease_id", "=", id).execute();
  await db.deleteFrom("lease_reminders").where("lease_id", "=", id).execute();
  await db.deleteFrom("lease_units").where("lease_id", "=", id).execute();
  await deleteTerms(ctx, id);
  // Work orders reported by members of a draft stay with the unit but lose their lease, so the next tenant
  // doesn't see them.
  await sql`update work_orders set lease_id = null where lease_id = ${id}`.execute(db);
  await runDeletion("This lease", () => db.deleteFrom("leases").where("id", "=", id).execute());
  await audit(ctx, {
    action: "lease.deleted",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      company: lease.company_name,
      unitIds,
      from: lease.starts_on,
      to: lease.ends_on,
      state: lease.state,
      memberIds: userIds,
    },
  });
  refreshAccessScope(ctx, userIds);
  publishLeaseChange(ctx, lease);
}

/** Documents in the trash count too, because they can be restored. */
async function assertNoDocuments({ db }: SignedInCtx, { id, state }: LockedLease): Promise<void> {
  const { rows } = await sql`select from documents where lease_id = ${id} limit 1`.execute(db);
  if (rows.length > 0)
    throw conflict(
      state === "draft"
        ? "This lease has documents (possibly in the trash), so it can't be deleted. Remove its people instead."
        : "This lease has documents (possibly in the trash), so it can't be deleted. End the lease instead.",
    );
}
