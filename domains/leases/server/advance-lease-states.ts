import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { asDetails, chargeLease } from "./charge-lease.ts";
import { type Followed, followDay, movesOf } from "./follow-day.ts";
import { membersOn, notifyEnded, notifyLandlords, rereadAccessScope } from "./notify-members.ts";
import { todayAt } from "./queries.ts";

/** How many leases are brought up to date in one transaction. */
const atOnce = 100;

/**
 * Once an hour: leases whose last day has passed end, and units follow first and last days that have come (AUN-20), each by
 * the day at its property. Hours missed while the portal was down are made up for.
 */
export async function advanceLeaseStates(services: Services): Promise<void> {
  let after = 0;
  for (;;) {
    const last = await asPortal(services, async (ctx) => {
      const due = await dueLeases(ctx, after);
      if (due.length > 0) await bringUpToDay(ctx, due);
      return due.at(-1);
    });
    if (last === undefined) return;
    after = last;
  }
}

async function dueLeases(ctx: Ctx, after: number): Promise<number[]> {
  // No time zone is further ahead than this one, so that the indexes can first be searched by a plain date.
  const latest = sql`(${ctx.now}::timestamptz at time zone 'Pacific/Kiritimati')::date`;
  const { rows } = await sql<{ id: number }>`
    select due.id from (
      select l.id from leases l join properties p on p.id = l.property_id
        where l.state in ('active', 'notice') and l.to_on < ${latest} and l.to_on < ${todayAt(ctx)}
      union select lu.lease_id from lease_units lu join properties p on p.id = lu.property_id
        where lu.holds and not lu.has_begun and lower(lu.during) <= ${latest} and lower(lu.during) <= ${todayAt(ctx)}
      union select lu.lease_id from lease_units lu join properties p on p.id = lu.property_id
        where lu.holds and not lu.has_ended and upper(lu.during) <= ${latest} and upper(lu.during) <= ${todayAt(ctx)}
    ) due where due.id > ${after} order by due.id limit ${sql.lit(atOnce)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

interface Due {
  id: number;
  property_id: number;
  from_on: string;
  to_on: string | null;
}

async function bringUpToDay(ctx: Ctx, ids: number[]): Promise<void> {
  const followed = await followDay(ctx, ids);
  const { rows } = await sql<Due>`
    select l.id, l.property_id, l.from_on, l.to_on from leases l
    where l.id = any(${ids}::bigint[]) order by l.property_id, l.id`.execute(ctx.db);
  // Changes that another instance made meanwhile are not logged again.
  const isMoved = ({ id }: Due) => followed.begunIds.includes(id) || followed.leftIds.includes(id);
  for (const lease of rows)
    if (followed.endedIds.includes(lease.id)) await noteEnd(ctx, lease, followed);
    else if (isMoved(lease)) await noteMoves(ctx, lease, followed);
}

async function noteEnd(ctx: Ctx, lease: Due, followed: Followed): Promise<void> {
  const { id, property_id: propertyId } = lease;
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.ended",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    actorName: "The portal",
    details: {
      to: { state: "ended", to: lease.to_on },
      unitStatuses: movesOf(followed, id),
      ...asDetails(posted),
    },
  });
  const userIds = await membersOn(ctx, id, lease.to_on ?? lease.from_on);
  await notifyEnded(ctx, { leaseId: id, propertyId, userIds }, null);
  await notifyLandlords(ctx, id, "ended");
}

/** Logs that a lease began, or that some of its units were given back. */
async function noteMoves(ctx: Ctx, { id, property_id: propertyId }: Due, followed: Followed): Promise<void> {
  const moves = movesOf(followed, id);
  await audit(ctx, {
    action: followed.begunIds.includes(id) ? "lease.began" : "lease.units-left",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    actorName: "The portal",
    details: { unitStatuses: moves },
  });
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from lease_members where lease_id = ${id}`.execute(ctx.db);
  rereadAccessScope(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  if (followed.begunIds.includes(id)) await notifyLandlords(ctx, id, "begun");
}
