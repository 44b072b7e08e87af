import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { isRunning } from "../states.ts";
import { asDetails, chargeLease, type JustPosted } from "./charge-lease.ts";
import { fitMembers } from "./fit-members.ts";
import { followDay, movesOf } from "./follow-day.ts";
import { membersOn, notifyEnded, notifyLandlords } from "./notify-members.ts";
import { type LockedLease, lockLease, unitsOfLease } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { withNewEnd, writeUnitDays } from "./unit-days.ts";

/**
 * Records that notice was given: the lease runs on until its last day, `to`. Returns what it charged or took back.
 * @throws AppError not_found; invalid for a day that has passed or is later than the lease's; conflict
 */
export async function giveNotice(
  ctx: SignedInCtx,
  id: number,
  to: string,
  seen: number | undefined,
): Promise<JustPosted> {
  const lease = await lockLease(ctx, id);
  await refuseStale(ctx, lease, seen);
  if (lease.state !== "active")
    throw conflict(
      lease.state === "notice"
        ? "Notice was already given. To move the last day, edit the lease."
        : "Notice can be given of an active lease only.",
    );
  if (to < lease.today) throw invalid({ to: "This day has passed. Please end the lease instead." });
  refuseOutside(lease, to, "to");
  await shorten(ctx, lease, to, "notice");
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.notice-given",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      from: { state: lease.state, to: lease.to_on },
      to: { state: "notice", to },
      ...asDetails(posted),
    },
  });
  const userIds = await membersOn(ctx, id, lease.today);
  await notifyEnded(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, to);
  return posted;
}

/**
 * Ends a lease on a day. When that is today or past it ends at once: its units are vacant and its members former ones. Else
 * it ends by itself after that day. Charges for later days are taken back; returns what they came to.
 * @throws AppError not_found; invalid for a day outside the lease; conflict
 */
export async function endLease(
  ctx: SignedInCtx,
  id: number,
  on: string,
  seen: number | undefined,
): Promise<JustPosted> {
  const lease = await lockLease(ctx, id);
  await refuseStale(ctx, lease, seen);
  if (!isRunning(lease.state))
    throw conflict(
      lease.state === "draft" ? "This lease is a draft; delete it instead." : "This lease has already ended.",
    );
  refuseOutside(lease, on, "on");
  const isNow = on <= lease.today;
  const userIds = await membersOn(ctx, id, isNow ? on : lease.today);
  const state = isNow ? "ended" : lease.state;
  await shorten(ctx, lease, on, state);
  const followed = await followDay(ctx, [id]);
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: isNow ? "lease.ended" : "lease.end-planned",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      from: { state: lease.state, to: lease.to_on },
      to: { state, to: on },
      unitStatuses: movesOf(followed, id),
      ...asDetails(posted),
    },
  });
  await notifyEnded(ctx, { leaseId: id, propertyId: lease.property_id, userIds }, isNow ? null : on);
  if (isNow) await notifyLandlords(ctx, id, "ended");
  return posted;
}

function refuseOutside({ from_on, to_on }: LockedLease, day: string, field: string): void {
  if (day < from_on)
    throw invalid({ [field]: `The lease begins on ${formatCalendarDay(from_on)}; it cannot end before.` });
  if (to_on !== null && day > to_on)
    throw invalid({
      [field]: `The lease already ends on ${formatCalendarDay(to_on)}. To lengthen it, edit its last day.`,
    });
}

async function shorten(ctx: SignedInCtx, lease: LockedLease, to: string, state: string): Promise<void> {
  const units = await unitsOfLease(ctx, lease.id);
  const after = withNewEnd(units, lease.to_on, to);
  await writeUnitDays(ctx, { leaseId: lease.id, propertyId: lease.property_id }, units, after);
  await ctx.db
    .updateTable("leases")
    .set({ to_on: to, state, version: lease.version + 1 })
    .where("id", "=", lease.id)
    .execute();
  await fitMembers(ctx, { id: lease.id, from: lease.from_on, to });
}
