import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { leasePlaceColumns } from "./place-columns.ts";
import { todayAt } from "./queries.ts";

/** When a lease that began longer ago is recorded now, nobody is notified of its beginning. */
const latelyDays = 7;

async function placeOf({ db }: Ctx, leaseId: number): Promise<LeasePlace> {
  const { rows } = await sql<LeasePlace>`
    select ${leasePlaceColumns} from leases l join properties p on p.id = l.property_id where l.id = ${leaseId}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error("The lease does not exist, so it has no place.");
  return rows[0];
}

interface MembershipChange {
  leaseId: number;
  propertyId: number;
  userIds: readonly number[];
  /** They were never members, so they may not open the lease. */
  isGone?: boolean;
}

/** Notifies people that they belong to a lease now, or from a future day; their access scope is read again. */
export async function notifyBegun(
  ctx: Ctx,
  { leaseId, propertyId, userIds }: MembershipChange,
  from: string | null,
) {
  if (userIds.length === 0) return;
  await notify(ctx, userIds, {
    kind: "lease.begun",
    particulars: { ...(await placeOf(ctx, leaseId)), from },
    link: `/leases/${leaseId}`,
    propertyId,
  });
  rereadAccessScope(ctx, userIds);
}

/** Notifies people that their membership of a lease ends; `on` is the last day, null when it is over at once. */
export async function notifyEnded(
  ctx: Ctx,
  { leaseId, propertyId, userIds, isGone = false }: MembershipChange,
  on: string | null,
) {
  if (userIds.length === 0) return;
  await notify(ctx, userIds, {
    kind: "lease.ended",
    particulars: { ...(await placeOf(ctx, leaseId)), lastDay: on },
    ...(isGone ? {} : { link: `/leases/${leaseId}` }),
    propertyId,
  });
  rereadAccessScope(ctx, userIds);
}

/** Notifies the landlords, except the one who acted, that a lease has begun or ended; `lately` when that may have been long ago. */
export async function notifyLandlords(
  ctx: Ctx,
  leaseId: number,
  what: "begun" | "ended",
  when: "ever" | "lately" = "ever",
): Promise<void> {
  const { rows } = await sql<LeasePlace & { propertyId: number; company: string }>`
    select l.property_id as "propertyId", c.name as company, ${leasePlaceColumns}
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId}
      and (${when} = 'ever' or ${todayAt(ctx)} between l.from_on and l.from_on + ${sql.lit(latelyDays)}::int)`.execute(
    ctx.db,
  );
  const [lease] = rows;
  if (lease === undefined) return;
  const { propertyId, company, building, units } = lease;
  await notify(ctx, await managersOf(ctx, propertyId, { admins: "never", but: ctx.actor?.id }), {
    kind: `lease.${what}`,
    particulars: { company, building, units },
    link: `/leases/${leaseId}`,
    propertyId,
  });
}

/** Open pages and live streams of these people read their access scope again, after the commit. */
export function rereadAccessScope(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [...userIds] }));
}

/** Everybody whose membership of the lease is not over on the day `on`. */
export async function membersOn({ db }: Ctx, leaseId: number, on: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from lease_members where lease_id = ${leaseId} and coalesce(to_on, 'infinity') >= ${on}::date
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
