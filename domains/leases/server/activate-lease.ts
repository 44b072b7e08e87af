import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { asDetails, chargeLease, type JustPosted } from "./charge-lease.ts";
import { followDay, movesOf } from "./follow-day.ts";
import { membersOn, notifyBegun, notifyLandlords } from "./notify-members.ts";
import { refuseUnfitTerms } from "./plan-terms.ts";
import { lockLease, unitsOfLease } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { findTerms } from "./terms-queries.ts";
import { lockUnits, refuseOverlap } from "./unit-choice.ts";

/**
 * Activates a draft: it holds its units from now on, and they are occupied from its first day (AUN-20). When it has terms,
 * charges that are due are posted at once. Returns what was charged.
 * @throws AppError not_found; conflict when it is not a draft, another lease has a unit, or its terms do not fit its days
 */
export async function activateLease(
  ctx: SignedInCtx,
  id: number,
  seen: number | undefined,
): Promise<JustPosted> {
  const lease = await lockLease(ctx, id);
  await refuseStale(ctx, lease, seen);
  if (lease.state !== "draft") throw conflict("This lease is no longer a draft.");
  const { property_id: propertyId, from_on: from, to_on: to } = lease;
  refuseUnfitTerms(await findTerms(ctx, id));
  const unitIds = (await unitsOfLease(ctx, id)).map((unit) => unit.id);
  await lockUnits(ctx.db, { propertyId, unitIds });
  await refuseOverlap(ctx.db, { unitIds, from, to }, id, "unitIds");
  await ctx.db
    .updateTable("leases")
    .set({ state: "active", version: lease.version + 1 })
    .where("id", "=", id)
    .execute();
  const followed = await followDay(ctx, [id]);
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.activated",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: { from, to, unitIds, unitStatuses: movesOf(followed, id), ...asDetails(posted) },
  });
  const userIds = await membersOn(ctx, id, lease.today);
  if (!followed.endedIds.includes(id))
    await notifyBegun(ctx, { leaseId: id, propertyId, userIds }, from > lease.today ? from : null);
  if (followed.begunIds.includes(id)) await notifyLandlords(ctx, id, "begun", "lately");
  return posted;
}
