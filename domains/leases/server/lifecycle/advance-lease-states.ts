import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import {
  findMembersThrough,
  notifyLandlords,
  notifyMembersOfEnd,
  refreshAccessScope,
} from "../members/notify-members.ts";
import { todayAt } from "../queries.ts";
import { chargeLease, toAuditDetails } from "../terms/charge-lease.ts";
import { type AppliedDates, applyLeaseDates, getStatusChanges } from "./apply-lease-dates.ts";

/** How many leases are updated in one transaction. */
const leasesPerBatch = 100;

/**
 * Runs every hour. Ends leases whose end date has passed, and updates unit statuses for start and end dates
 * that have arrived (AUN-20), each by the date at its property. Also catches up on hours missed during
 * downtime.
 */
export async function advanceLeaseStates(services: Services): Promise<void> {
  let afterId = 0;
  for (;;) {
    const lastId = await runAsPortal(services, async (ctx) => {
      const dueLeaseIds = await findDueLeaseIds(ctx, afterId);
      if (dueLeaseIds.length > 0) await updateLeases(ctx, dueLeaseIds);
      return dueLeaseIds.at(-1);
    });
    if (lastId === undefined) return;
    afterId = lastId;
  }
}

async function findDueLeaseIds(ctx: Ctx, afterId: number): Promise<number[]> {
  // No time zone is further ahead than this one, so the indexes can first be searched by a plain date.
  const latestDate = sql`(${ctx.now}::timestamptz at time zone 'Pacific/Kiritimati')::date`;
  const { rows } = await sql<{ id: number }>`
    select due.id from (
      select l.id from leases l join properties p on p.id = l.property_id
        where l.state in ('active', 'notice') and l.ends_on < ${latestDate} and l.ends_on < ${todayAt(ctx)}
      union select lu.lease_id from lease_units lu join properties p on p.id = lu.property_id
        where lu.holds and not lu.has_started and lower(lu.during) <= ${latestDate} and lower(lu.during) <= ${todayAt(ctx)}
      union select lu.lease_id from lease_units lu join properties p on p.id = lu.property_id
        where lu.holds and not lu.has_ended and upper(lu.during) <= ${latestDate} and upper(lu.during) <= ${todayAt(ctx)}
    ) due where due.id > ${afterId} order by due.id limit ${sql.lit(leasesPerBatch)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

interface DueLease {
  id: number;
  property_id: number;
  starts_on: string;
  ends_on: string | null;
}

async function updateLeases(ctx: Ctx, ids: number[]): Promise<void> {
  const appliedDates = await applyLeaseDates(ctx, ids);
  const { rows } = await sql<DueLease>`
    select l.id, l.property_id, l.starts_on, l.ends_on from leases l
    where l.id = any(${ids}::bigint[]) order by l.property_id, l.id`.execute(ctx.db);
  // Changes that another instance already made aren't logged again.
  const hasChanges = ({ id }: DueLease) =>
    appliedDates.startedLeaseIds.includes(id) || appliedDates.vacatedLeaseIds.includes(id);
  for (const lease of rows)
    if (appliedDates.endedLeaseIds.includes(lease.id)) await logEnd(ctx, lease, appliedDates);
    else if (hasChanges(lease)) await logUnitChanges(ctx, lease, appliedDates);
}

async function logEnd(ctx: Ctx, lease: DueLease, appliedDates: AppliedDates): Promise<void> {
  const { id, property_id: propertyId } = lease;
  const postedCharges = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.ended",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    actorName: "The portal",
    details: {
      to: { state: "ended", to: lease.ends_on },
      unitStatuses: getStatusChanges(appliedDates, id),
      ...toAuditDetails(postedCharges),
    },
  });
  const userIds = await findMembersThrough(ctx, id, lease.ends_on ?? lease.starts_on);
  await notifyMembersOfEnd(ctx, { leaseId: id, propertyId, userIds }, null);
  await notifyLandlords(ctx, id, "ended");
}

/** Logs that a lease started, or that some of its units were vacated. */
async function logUnitChanges(
  ctx: Ctx,
  { id, property_id: propertyId }: DueLease,
  appliedDates: AppliedDates,
): Promise<void> {
  const statusChanges = getStatusChanges(appliedDates, id);
  await audit(ctx, {
    action: appliedDates.startedLeaseIds.includes(id) ? "lease.started" : "lease.units-vacated",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    actorName: "The portal",
    details: { unitStatuses: statusChanges },
  });
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from lease_members where lease_id = ${id}`.execute(ctx.db);
  refreshAccessScope(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  if (appliedDates.startedLeaseIds.includes(id)) await notifyLandlords(ctx, id, "started");
}
