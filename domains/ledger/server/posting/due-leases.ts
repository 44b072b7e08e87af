import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";

/** A lease and the date it became due for posting. */
export interface DueLease {
  dueOn: Day;
  leaseId: number;
}

/** Returns the next `limit` leases after `after`, longest due first. Empty at the end. */
export type FindDueLeases = (ctx: Ctx, after: DueLease | null, limit: number) => Promise<DueLease[]>;

/** Leases with a scheduled charge to post, by today's date at the property. */
export const findLeasesDueForCharges: FindDueLeases = async (ctx, after, limit) => {
  const { rows } = await sql<DueLease>`
    select a.next_post_on as "dueOn", a.lease_id as "leaseId" from lease_accounts a join properties p on p.id = a.property_id
    where a.next_post_on <= ${latestDay(ctx)} and a.next_post_on <= ${todayAt(ctx)}
      and ${after === null ? sql`true` : sql`(a.next_post_on, a.lease_id) > (${after.dueOn}::date, ${after.leaseId}::bigint)`}
    order by a.next_post_on, a.lease_id limit ${limit}`.execute(ctx.db);
  return rows;
};

/** Leases with rent that is past its grace period and hasn't been checked for a late fee. */
export const findLeasesDueForLateFees: FindDueLeases = async (ctx, after, limit) => {
  const { rows } = await sql<DueLease>`
    select distinct r.late_fee_on as "dueOn", r.lease_id as "leaseId" from receivables r join properties p on p.id = r.property_id
    where r.late_fee_on <= ${latestDay(ctx)} and r.late_fee_on <= ${todayAt(ctx)}
      and ${after === null ? sql`true` : sql`(r.late_fee_on, r.lease_id) > (${after.dueOn}::date, ${after.leaseId}::bigint)`}
    order by r.late_fee_on, r.lease_id limit ${limit}`.execute(ctx.db);
  return rows;
};

/** Returns the given leases that are still due for a charge or a late fee. */
export async function filterStillDue(ctx: Ctx, leaseIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leases l join properties p on p.id = l.property_id
    where l.id = any(${leaseIds}::bigint[]) and (
      exists (select from lease_accounts a where a.lease_id = l.id and a.next_post_on <= ${todayAt(ctx)})
      or exists (select from receivables r where r.lease_id = l.id and r.late_fee_on <= ${todayAt(ctx)}))
    order by l.id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Counts the leases due for posting. */
export async function countDueLeases(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (
      select a.lease_id from lease_accounts a join properties p on p.id = a.property_id
        where a.next_post_on <= ${latestDay(ctx)} and a.next_post_on <= ${todayAt(ctx)}
      union select r.lease_id from receivables r join properties p on p.id = r.property_id
        where r.late_fee_on <= ${latestDay(ctx)} and r.late_fee_on <= ${todayAt(ctx)}) due`.execute(ctx.db);
  return rows[0]?.due ?? 0;
}

/**
 * The date in the time zone furthest ahead. Comparing with a plain date first lets the query use the indexes.
 */
const latestDay = (ctx: Ctx): RawBuilder<Day> =>
  sql`(${ctx.now}::timestamptz at time zone 'Pacific/Kiritimati')::date`;

/** Today's date at the property `p`. */
const todayAt = (ctx: Ctx): RawBuilder<Day> => sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
