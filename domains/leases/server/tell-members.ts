import { sql } from "kysely";
import { notify } from "#domains/notifications/server/notify.ts";
import type { Ctx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";

/** Where a lease is, as the people who are told of it say it: `Harborview Center, units 201 and 202`. */
async function placeOf({ db }: Ctx, leaseId: number): Promise<string> {
  const { rows } = await sql<{ name: string; units: string[] }>`
    select p.name, array(select u.unit_number from lease_units lu join units u on u.id = lu.unit_id
      where lu.lease_id = l.id order by u.unit_number collate "C") as units
    from leases l join properties p on p.id = l.property_id where l.id = ${leaseId}`.execute(db);
  const [place] = rows;
  if (place === undefined) throw new Error("A lease that is not there has no place.");
  const [first, ...others] = place.units;
  if (first === undefined) return place.name;
  if (others.length === 0) return `${place.name}, unit ${first}`;
  if (others.length > 3) return `${place.name}, ${place.units.length} units`;
  return `${place.name}, units ${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)}`;
}

interface ToldOf {
  leaseId: number;
  propertyId: number;
  userIds: readonly number[];
}

/** Tells people that they belong to a lease now, or will from a day on; what they may see is read anew. */
export async function tellBegun(ctx: Ctx, { leaseId, propertyId, userIds }: ToldOf, from: string | null) {
  if (userIds.length === 0) return;
  const when = from === null ? "" : ` from ${formatCalendarDay(from)} on`;
  await notify(ctx, {
    userIds,
    kind: "lease.begun",
    text: `You belong to the tenancy at ${await placeOf(ctx, leaseId)}${when}`,
    propertyId,
  });
  rereadReach(ctx, userIds);
}

/** Tells people when their time in a lease is over; `on` is the last day, null when it is over at once. */
export async function tellEnded(ctx: Ctx, { leaseId, propertyId, userIds }: ToldOf, on: string | null) {
  if (userIds.length === 0) return;
  const place = await placeOf(ctx, leaseId);
  await notify(ctx, {
    userIds,
    kind: "lease.ended",
    text:
      on === null
        ? `Your tenancy at ${place} has ended. What you reported stays readable`
        : `Your tenancy at ${place} ends on ${formatCalendarDay(on)}`,
    propertyId,
  });
  rereadReach(ctx, userIds);
}

/** Open pages and live streams of these people read their reach again, after the commit. */
export function rereadReach(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0) ctx.afterCommit(() => ctx.live.publish({ to: "reach", userIds: [...userIds] }));
}

/** Everybody whose membership of the lease is not over on the day `on`. */
export async function membersOn({ db }: Ctx, leaseId: number, on: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from lease_members where lease_id = ${leaseId} and coalesce(to_on, 'infinity') >= ${on}::date
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
