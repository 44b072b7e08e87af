import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import { deleting } from "#server/deleting.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { deleteTerms } from "./draft-terms.ts";
import { membersOn, rereadAccessScope } from "./notify-members.ts";
import { isDeletable } from "./present.ts";
import { publishLeaseChange } from "./publish-change.ts";
import { hasBookings, type LockedLease, lockLease, unitsOfLease } from "./queries.ts";

/**
 * Deletes a draft, or a lease that has not begun, has nothing on its ledger, and of which no payment was begun.
 * @throws AppError not_found; conflict for a lease that began, was booked or has documents
 */
export async function deleteLease(ctx: SignedInCtx, id: number): Promise<void> {
  const { db } = ctx;
  const lease = await lockLease(ctx, id);
  if (!isDeletable({ ...lease, is_booked: false }))
    throw conflict(
      `This lease began on ${formatCalendarDay(lease.from_on)}. It can be ended, but not deleted.`,
    );
  if (await hasBookings(ctx, id))
    throw conflict(
      "This lease has entries on its ledger or a payment that was begun, which stay. Please end it instead; what was charged for later days is taken back.",
    );
  await refuseWithDocuments(ctx, lease);
  const unitIds = (await unitsOfLease(ctx, id)).map((unit) => unit.id);
  const userIds = await membersOn(ctx, id, lease.today);
  await db.deleteFrom("lease_members").where("lease_id", "=", id).execute();
  await db.deleteFrom("lease_reminders").where("lease_id", "=", id).execute();
  await db.deleteFrom("lease_units").where("lease_id", "=", id).execute();
  await deleteTerms(ctx, id);
  // What members of a draft reported stays with the unit, without a lease: the next tenant does not see it.
  await sql`update work_orders set lease_id = null where lease_id = ${id}`.execute(db);
  await deleting("This lease", () => db.deleteFrom("leases").where("id", "=", id).execute());
  await audit(ctx, {
    action: "lease.deleted",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      company: lease.company_name,
      unitIds,
      from: lease.from_on,
      to: lease.to_on,
      state: lease.state,
      memberIds: userIds,
    },
  });
  rereadAccessScope(ctx, userIds);
  publishLeaseChange(ctx, lease);
}

/** Documents in the trash count too, as they can be restored. */
async function refuseWithDocuments({ db }: SignedInCtx, { id, state }: LockedLease): Promise<void> {
  const { rows } = await sql`select from documents where lease_id = ${id} limit 1`.execute(db);
  if (rows.length > 0)
    throw conflict(
      `This lease has documents, perhaps in the trash, which would lose their place. Please end ${
        state === "draft" ? "the memberships of its people" : "it"
      } instead.`,
    );
}
