import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { isRunning } from "../../states.ts";
import { assertCurrentLeaseVersion } from "../assert-current-version.ts";
import {
  findMembersThrough,
  notifyLandlords,
  notifyMembersOfEnd,
  notifyMembersOfWithdrawnNotice,
} from "../members/notify-members.ts";
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
  endsOn: string,
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
  if (endsOn < lease.today) throw invalid({ to: "That date has passed. End the lease instead." });
  assertWithinLease(lease, endsOn, "to");
  await changeEnd(ctx, lease, endsOn, "notice");
  const postedCharges = await chargeLease(ctx, lease);
  await auditEnd(ctx, lease, "lease.notice-given", { state: "notice", to: endsOn }, postedCharges);
  const userIds = await findMembersThrough(ctx, id, lease.today);
  await notifyMembersOfEnd(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, endsOn);
  return postedCharges;
}

/**
 * Withdraws a recorded notice. The lease and its units get back the end date from before the notice. Returns
 * the charges that were posted.
 * @throws AppError not_found; conflict if there's no notice, or another lease has a unit after it
 */
export async function withdrawNotice(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (lease.state !== "notice") throw conflict("This lease has no notice to withdraw.");
  const endsOn = lease.ends_before_notice;
  await changeEnd(ctx, lease, endsOn, "active");
  const postedCharges = await chargeLease(ctx, lease);
  await auditEnd(ctx, lease, "lease.notice-withdrawn", { state: "active", to: endsOn }, postedCharges);
  const userIds = await findMembersThrough(ctx, id, lease.today);
  await notifyMembersOfWithdrawnNotice(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, endsOn);
  return postedCharges;
}

/**
 * Ends a lease on a date. If the date is today or earlier, the lease ends immediately: its units become
 * vacant and its members become former members. Otherwise, it ends automatically after that date. Reverses the
 * charges for later days and returns the reversals.
 * @throws AppError not_found; invalid if the date is outside the lease; conflict
 */
export async function endLease(
  ctx: SignedInCtx,
  id: number,
  endsOn: string,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (!isRunning(lease.state))
    throw conflict(
      lease.state === "draft" ? "This lease is a draft. Delete it instead." : "This lease has already ended.",
    );
  assertWithinLease(lease, endsOn, "on");
  const endsNow = endsOn <= lease.today;
  const userIds = await findMembersThrough(ctx, id, endsNow ? endsOn : lease.today);
  const state = endsNow ? "ended" : lease.state;
  await changeEnd(ctx, lease, endsOn, state);
  const appliedDates = await applyLeaseDates(ctx, [id]);
  const postedCharges = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: endsNow ? "lease.ended" : "lease.end-planned",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      from: { state: lease.state, to: lease.ends_on },
      to: { state, to: endsOn },
      unitStatuses: getStatusChanges(appliedDates, id),
      ...toAuditDetails(postedCharges),
    },
  });
  await notifyMembersOfEnd(
    ctx,
    { leaseId: id, propertyId: lease.property_id, userIds },
    endsNow ? null : endsOn,
  );
  if (endsNow) await notifyLandlords(ctx, id, "ended");
  return postedCharges;
}

const auditEnd = (
  ctx: SignedInCtx,
  lease: LockedLease,
  action: "lease.notice-given" | "lease.notice-withdrawn",
  to: { state: LockedLease["state"]; to: string | null },
  postedCharges: PostedCharges,
): Promise<void> =>
  audit(ctx, {
    action,
    subjectType: "lease",
    subjectId: lease.id,
    propertyId: lease.property_id,
    details: { from: { state: lease.state, to: lease.ends_on }, to, ...toAuditDetails(postedCharges) },
  });

function assertWithinLease({ starts_on, ends_on }: LockedLease, day: string, field: string): void {
  if (day < starts_on)
    throw invalid({
      [field]: `The lease starts ${formatCalendarDay(starts_on)}, so it can't end before then.`,
    });
  if (ends_on !== null && day > ends_on)
    throw invalid({
      [field]: `The lease already ends ${formatCalendarDay(ends_on)}. To extend it, edit the end date.`,
    });
}

async function changeEnd(
  ctx: SignedInCtx,
  lease: LockedLease,
  endsOn: string | null,
  state: LockedLease["state"],
): Promise<void> {
  const units = await findLeaseUnits(ctx, lease.id);
  const movedUnits = moveEndDate(units, lease.ends_on, endsOn);
  await saveUnitDates(ctx, { leaseId: lease.id, propertyId: lease.property_id }, units, movedUnits);
  await ctx.db
    .updateTable("leases")
    .set({ ends_on: endsOn, state, version: lease.version + 1 })
    .where("id", "=", lease.id)
    .execute();
  await fitMembers(ctx, { id: lease.id, from: lease.starts_on, to: endsOn });
}
