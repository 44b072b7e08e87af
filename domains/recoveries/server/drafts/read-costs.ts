import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Span } from "../calculation/areas.ts";
import type { CategoryCost } from "../calculation/pool-cost.ts";

/** The year of a pool whose costs are read. */
export interface PoolYearSpan extends Span {
  poolId: number;
  year: number;
}

/** The cost of a category in one year. */
export interface NamedCost extends CategoryCost {
  name: string;
}

/** Returns the costs of a pool in one of the years that were read. */
export type CostReader = (poolId: number, year: number) => NamedCost[];

/** Reads the costs of all these years with one query. */
export async function readCosts(
  { db }: SignedInCtx,
  propertyId: number,
  years: readonly PoolYearSpan[],
): Promise<CostReader> {
  const { rows } = await sql<NamedCost & { poolId: number; year: number }>`
    with years as (
      select * from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) y ("poolId" bigint, year integer, "from" date, "to" date)
    )
    select y."poolId", y.year, c.id as "categoryId", c.name, c.is_controllable as "isControllable",
      c.varies_with_occupancy as "variesWithOccupancy",
      sum(cost_within(l.amount_cents, b.service_from, b.service_to, y."from", y."to"))::bigint as cents
    from bills b join bill_lines l on l.bill_id = b.id
      join expense_categories c on c.id = l.category_id and c.is_recoverable
      join years y on y."poolId" = c.pool_id
        and daterange(b.service_from, b.service_to, '[]') && daterange(y."from", y."to", '[]')
    where b.property_id = ${propertyId} and b.voided_at is null
      and daterange(b.service_from, b.service_to, '[]') && (select range_agg(daterange("from", "to", '[]')) from years)
    group by y."poolId", y.year, c.id order by fold_text(c.name), c.id`.execute(db);
  const costs = new Map<string, NamedCost[]>();
  for (const { poolId, year, ...cost } of rows) {
    const key = `${poolId} ${year}`;
    costs.set(key, [...(costs.get(key) ?? []), cost]);
  }
  return (poolId, year) => costs.get(`${poolId} ${year}`) ?? [];
}
