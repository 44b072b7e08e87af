import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { isRunning } from "../../states.ts";
import { assertCurrentLeaseVersion } from "../assert-current-version.ts";
import { findMembersOn, notifyEnded, notifyLandlords } from "../members/notify-members.ts";
import { findLeaseUnits, type LockedLease, lockLease } from "../queries.ts";
import { chargeLease, type PostedCharges, toAuditDetails } from "../terms/charge-lease.ts";
import { applyLeaseDates, getStatusChanges } from "./apply-lease-dates.ts";
import { fitMembers } from "./fit-members.ts";
import { moveEndDate, saveUnitDates } from "./unit-dates.ts";

/**
 * Records notice. The lease stays active until its end date, `to`. Returns the charges that were posted or
 * reversed.
 * @throws AppError not_found; invalid if the date has passed or is after the lease's end date; conflict
 */
export async function recordNotice(
  ctx: SignedInCtx,
  id: number,
  to: string,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (lease.state !== "active")
    throw conflict(
      lease.state === "notice"
        ? "Notice has already been recorded. To change the end date, edit the lease."
        : "You can only record notice on an active lease.",
    );
  if (to < lease.today) throw invalid({ to: "That date has passed. End the lease instead." });
  assertWithinLease(lease, to, "to");
  await shortenLease(ctx, lease, to, "notice");
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.notice-given",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      from: { state: lease.state, to: lease.to_on },
      to: { state: "notice", to },
      ...toAuditDetails(posted),
    },
  });
  const userIds = await findMembersOn(ctx, id, lease.today);
  await notifyEnded(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, to);
  return posted;
}

/**
 * Ends a lease on a date. If the date is today or earlier, the lease ends immediately: its units become
 * vacant and its members become former members. Otherwise, it ends automatically after that date. Charges for
 * later days are reversed. Returns those reversals.
 * @throws AppError not_found; invalid if the date is outside the lease; conflict
 */
export async function endLease(
  ctx: SignedInCtx,
  id: number,
  on: string,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (!isRunning(lease.state))
    throw conflict(
      lease.state === "draft" ? "This lease is a draft. Delete it instead." : "This lease has already ended.",
    );
  assertWithinLease(lease, on, "on");
  const isNow = on <= lease.today;
  const userIds = await findMembersOn(ctx, id, isNow ? on : lease.today);
  const state = isNow ? "ended" : lease.state;
  await shortenLease(ctx, lease, on, state);
  const applied = await applyLeaseDates(ctx, [id]);
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: isNow ? "lease.ended" : "lease.end-planned",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      from: { state: lease.state, to: lease.to_on },
      to: { state, to: on },
      unitStatuses: getStatusChanges(applied, id),
      ...toAuditDetails(posted),
    },
  });
  await notifyEnded(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, isNow ? null : on);
  if (isNow) await notifyLandlords(ctx, id, "ended");
  return posted;
}

function assertWithinLease({ from_on, to_on }: LockedLease, day: string, field: string): void {
  if (day < from_on)
    throw invalid({
      [field]: `The lease starts ${formatCalendarDay(from_on)}, so it can't end before then.`,
    });
  if (to_on !== null && day > to_on)
    throw invalid({
      [field]: `The lease already ends ${formatCalendarDay(to_on)}. To extend it, edit the end date.`,
    });
}

async function shortenLease(
  ctx: SignedInCtx,
  lease: LockedLease,
  to: string,
  state: LockedLease["state"],
): Promise<void> {
  const units = await findLeaseUnits(ctx, lease.id);
  const after = moveEndDate(units, lease.to_on, to);
  await saveUnitDates(ctx, { leaseId: lease.id, propertyId: lease.property_id }, units, after);
  await ctx.db
    .updateTable("leases")
    .set({ to_on: to, state, version: lease.version + 1 })
    .where("id", "=", lease.id)
    .execute();
  await fitMembers(ctx, { id: lease.id, from: lease.from_on, to });
}
