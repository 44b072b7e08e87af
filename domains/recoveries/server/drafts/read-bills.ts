import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CategoryBill, RecoveryStatement } from "../../reconciliation-contract.ts";
import type { ReconciliationInputs } from "./read-inputs.ts";

/** Returns the bills of each recoverable category in the pools, with the part of their amount in the pool's year. */
export async function readBills(
  { db }: SignedInCtx,
  { property, pools }: ReconciliationInputs,
): Promise<CategoryBill[]> {
  const years = pools.map(({ pool: { id, from, to } }) => ({ id, from, to }));
  const { rows } = await sql<CategoryBill>`
    select * from (
      select b.id, c.id as "categoryId", v.name as vendor, b.number, b.billed_on as "billedOn",
        sum(cost_within(l.amount_cents, b.service_from, b.service_to, year."from", year."to"))::bigint as cents
      from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) year (id bigint, "from" date, "to" date)
        join expense_categories c on c.pool_id = year.id and c.is_recoverable
        join bill_lines l on l.category_id = c.id and l.property_id = ${property.id}
        join bills b on b.id = l.bill_id and b.voided_at is null
          and daterange(b.service_from, b.service_to, '[]') && daterange(year."from", year."to", '[]')
        join vendors v on v.id = b.vendor_id
      group by b.id, c.id, v.id
    ) bill where cents <> 0 order by "billedOn", id`.execute(db);
  return rows;
}

/** Adds the bills to the categories of a statement. */
export const addBills = <Statement extends Pick<RecoveryStatement, "pools">>(
  statement: Statement,
  bills: readonly CategoryBill[],
): Statement => ({
  ...statement,
  pools: statement.pools.map((pool) => ({
    ...pool,
    parts: pool.parts.map((part) => ({
      ...part,
      categories: part.categories.map((category) => ({
        ...category,
        bills: bills.filter(({ categoryId }) => categoryId === category.id),
      })),
    })),
  })),
});
