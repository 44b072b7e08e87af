import { type RawBuilder, sql } from "kysely";
import type { LedgerEntry } from "../../contract.ts";

/** The credits applied to entry `e` if it's a charge, or the charges it's applied to if it's a credit. */
export const entryAllocations: RawBuilder<LedgerEntry["allocations"]> = sql`(
  select coalesce(json_agg(json_build_object('entryId', s.id, 'kind', s.kind, 'description', s.description, 'onDay', s.on_day,
      'amountCents', s.amount) order by s.on_day, s.id), '[]')
  from (
    select other.id, other.kind, other.description, other.on_day, sum(a.amount_cents) as amount
    from (
      select credit_id as other_id, amount_cents from allocations where charge_id = e.id
      union all select charge_id, amount_cents from allocations where credit_id = e.id
    ) a join ledger_entries other on other.id = a.other_id
    group by other.id having sum(a.amount_cents) <> 0
  ) s)`;
