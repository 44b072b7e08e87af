import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { assertCurrentLeaseVersion } from "../assert-current-version.ts";
import { findMembersThrough, notifyLandlords, notifyMembersOfStart } from "../members/notify-members.ts";
import { findLeaseUnits, lockLease } from "../queries.ts";
import { chargeLease, type PostedCharges, toAuditDetails } from "../terms/charge-lease.ts";
import { assertTermsFit } from "../terms/plan-terms.ts";
import { findLeaseWithTerms } from "../terms/terms-queries.ts";
import { applyLeaseDates, getStatusChanges } from "./apply-lease-dates.ts";
import { assertNoOverlap, lockUnits } from "./lock-units.ts";

/**
 * Activates a draft lease. From now on, it holds its units, and they become occupied on its start date
 * (AUN-20). If the lease has terms, charges that are due are posted immediately. Returns the posted charges.
 * @throws AppError not_found; conflict if it isn't a draft, another lease has a unit, or its terms don't
 * match its dates
 */
export async function activateLease(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (lease.state !== "draft") throw conflict("This lease is no longer a draft.");
  const { property_id: propertyId, starts_on: from, ends_on: to } = lease;
  assertTermsFit(await findLeaseWithTerms(ctx, id));
  const unitIds = (await findLeaseUnits(ctx, id)).map((unit) => unit.id);
  await lockUnits(ctx.db, { propertyId, unitIds });
  await assertNoOverlap(ctx.db, { unitIds, from, to }, id, "unitIds");
  await ctx.db
    .updateTable("leases")
    .set({ state: "active", version: lease.version + 1 })
    .where("id", "=", id)
    .execute();
  const appliedDates = await applyLeaseDates(ctx, [id]);
  const postedCharges = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.activated",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: {
      from,
      to,
      unitIds,
      unitStatuses: getStatusChanges(appliedDates, id),
      ...toAuditDetails(postedCharges),
    },
  });
  const userIds = await findMembersThrough(ctx, id, lease.today);
  if (!appliedDates.endedLeaseIds.includes(id))
    await notifyMembersOfStart(ctx, { leaseId: id, propertyId, userIds }, from > lease.today ? from : null);
  if (appliedDates.startedLeaseIds.includes(id)) await notifyLandlords(ctx, id, "started", "recent");
  return postedCharges;
}
