import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { todayAt } from "../queries.ts";
import { leasePlaceColumns } from "./place-columns.ts";

/** The start of a lease that is entered more than this many days late isn't announced. */
const recentDays = 7;

async function findPlace({ db }: Ctx, leaseId: number): Promise<LeasePlace> {
  const { rows } = await sql<LeasePlace>`
    select ${leasePlaceColumns} from leases l join properties p on p.id = l.property_id where l.id = ${leaseId}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error("The lease doesn't exist, so it has no property or units.");
  return rows[0];
}

interface MembershipChange {
  leaseId: number;
  propertyId: number;
  userIds: readonly number[];
  /** Whether they were never on the lease. If so, they can't open it, and the notification has no link. */
  wasNeverOnLease?: boolean;
}

/** Notifies people that they are on a lease, now or from a future date, and refreshes their access scope. */
export async function notifyMembersOfStart(
  ctx: Ctx,
  { leaseId, propertyId, userIds }: MembershipChange,
  startsOn: string | null,
) {
  if (userIds.length === 0) return;
  await notify(ctx, userIds, {
    kind: "lease.started",
    details: { ...(await findPlace(ctx, leaseId)), from: startsOn },
    link: `/leases/${leaseId}`,
    propertyId,
  });
  refreshAccessScope(ctx, userIds);
}

/** Notifies people that their access to a lease ends after `lastDay`, or immediately if it's null. */
export async function notifyMembersOfEnd(
  ctx: Ctx,
  { leaseId, propertyId, userIds, wasNeverOnLease = false }: MembershipChange,
  lastDay: string | null,
) {
  if (userIds.length === 0) return;
  await notify(ctx, userIds, {
    kind: "lease.ended",
    details: { ...(await findPlace(ctx, leaseId)), lastDay },
    ...(wasNeverOnLease ? {} : { link: `/leases/${leaseId}` }),
    propertyId,
  });
  refreshAccessScope(ctx, userIds);
}

/** Notifies people that a notice was withdrawn. Their lease ends on `lastDay`, or is open-ended if it's null. */
export async function notifyMembersOfWithdrawnNotice(
  ctx: Ctx,
  { leaseId, propertyId, userIds }: MembershipChange,
  lastDay: string | null,
) {
  if (userIds.length === 0) return;
  await notify(ctx, userIds, {
    kind: "lease.notice-withdrawn",
    details: { ...(await findPlace(ctx, leaseId)), lastDay },
    link: `/leases/${leaseId}`,
    propertyId,
  });
}

/** Notifies people that the monthly estimates of their lease change on `from`. */
export async function notifyMembersOfEstimates(
  ctx: Ctx,
  { leaseId, propertyId, userIds }: MembershipChange,
  { from, changes }: { from: string; changes: { label: string; oldCents: number; newCents: number }[] },
) {
  await notify(ctx, userIds, {
    kind: "lease.estimates-changed",
    details: { ...(await findPlace(ctx, leaseId)), from, changes },
    link: `/leases/${leaseId}?tab=schedule`,
    propertyId,
  });
}

/**
 * Notifies the landlords, except the one who made the change, that a lease has started or ended. With
 * `recent`, skips leases that started long ago.
 */
export async function notifyLandlords(
  ctx: Ctx,
  leaseId: number,
  event: "started" | "ended",
  condition: "always" | "recent" = "always",
): Promise<void> {
  const { rows } = await sql<LeasePlace & { propertyId: number; company: string }>`
    select l.property_id as "propertyId", c.name as company, ${leasePlaceColumns}
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId}
      and (${condition} = 'always' or ${todayAt(ctx)} between l.starts_on and l.starts_on + ${sql.lit(recentDays)}::int)`.execute(
    ctx.db,
  );
  const [lease] = rows;
  if (lease === undefined) return;
  const { propertyId, company, building, units } = lease;
  await notify(ctx, await findManagers(ctx, propertyId, { admins: "never", except: ctx.actor?.id }), {
    kind: `lease.${event}`,
    details: { company, building, units },
    link: `/leases/${leaseId}`,
    propertyId,
  });
}

/** After the commit, these people's open pages and live streams reload their access scope. */
export function refreshAccessScope(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [...userIds] }));
}

/** Returns everyone whose last day on the lease is `day` or later. */
export async function findMembersThrough({ db }: Ctx, leaseId: number, day: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from lease_members where lease_id = ${leaseId} and coalesce(ends_on, 'infinity') >= ${day}::date
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
