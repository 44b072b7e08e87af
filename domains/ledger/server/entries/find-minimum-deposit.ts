import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";

/**
 * Returns the smallest deposit, in cents, that a lease holds on `day` or later. No more than this can be
 * removed on that date.
 */
export async function findMinimumDeposit(
  { db }: Pick<Ctx, "db">,
  leaseId: number,
  day: Day,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select min(held)::bigint as cents from (
      select changes.on_day, sum(sum(changes.cents)) over (order by changes.on_day) as held from (
        select ${day}::date as on_day, 0 as cents
        union all select e.on_day, -p.amount_cents
          from ledger_postings p join ledger_entries e on e.id = p.entry_id
          where p.lease_id = ${leaseId} and p.account = 'deposits'
      ) changes group by changes.on_day
    ) days where on_day >= ${day}::date`.execute(db);
  return rows[0]?.cents ?? 0;
}
