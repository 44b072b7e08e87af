import { sql } from "kysely";
import { entryAllocations } from "#domains/ledger/server/account/entry-allocations.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { LeaseStatement } from "../../lease-statements-contract.ts";

/**
 * Returns the charges and credits that the statements of a lease's year posted, oldest first, with what was applied
 * to them since. Reversed statements are left out. The caller checks access.
 */
export async function readPostings(
  { db }: SignedInCtx,
  leaseId: number,
  year: number,
): Promise<LeaseStatement["postings"]> {
  const { rows } = await sql<LeaseStatement["postings"][number]>`
    select e.id as "entryId", e.on_day as "onDay", account.amount_cents as "amountCents", account.open_cents as "openCents",
      ${entryAllocations} as allocations
    from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
      join ledger_entries e on e.id = s.entry_id join receivables account on account.entry_id = e.id
    where s.lease_id = ${leaseId} and r.year = ${year} order by r.number`.execute(db);
  return rows;
}
