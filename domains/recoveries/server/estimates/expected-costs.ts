import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import type { EstimateSource } from "../../estimates-contract.ts";
import type { CategoryCost } from "../calculation/pool-cost.ts";
import { type PropertyPool, type ReconciliationInputs, readInputs } from "../drafts/read-inputs.ts";
import { findTodayAt } from "../today-at.ts";

interface ExpectedCosts {
  inputs: ReconciliationInputs;
  /** Sentences about costs that are missing or incomplete. */
  notes: string[];
}

/**
 * Returns the inputs for reconciling a year whose costs aren't known yet, with the costs expected instead: those
 * of the year before or of the budget, changed by hundredths of a percent. A base year that isn't over when the
 * estimates apply has the expected costs too, so such a lease pays nothing above its base.
 * @throws AppError not_found
 */
export async function readExpectedCosts(
  ctx: SignedInCtx,
  propertyId: number,
  { year, source, basisPoints }: { year: number; source: EstimateSource; basisPoints: number },
): Promise<ExpectedCosts> {
  const inputs = await readInputs(ctx, propertyId, year);
  const { costs, notes } =
    source === "actual"
      ? await readLastYear(ctx, propertyId, year)
      : await readBudget(ctx, propertyId, inputs);
  const change = (cost: CategoryCost) => ({
    ...cost,
    cents: roundHalfUp({
      numerator: BigInt(cost.cents) * BigInt(10_000 + basisPoints),
      denominator: 10_000n,
    }),
  });
  const pools = inputs.pools.map(({ input, ...other }) => {
    const expected = (costs.get(other.pool.id) ?? []).map(change);
    const baseYears = new Map(
      [...input.baseYears].map(([baseYear, base]) => [
        baseYear,
        baseYear < year ? base : { ...base, costs: expected },
      ]),
    );
    return { ...other, input: { ...input, costs: expected, baseYears } };
  });
  return { inputs: { ...inputs, pools }, notes };
}

interface SourceCosts {
  /** By pool id. */
  costs: Map<number, readonly CategoryCost[]>;
  notes: string[];
}

async function readLastYear(ctx: SignedInCtx, propertyId: number, year: number): Promise<SourceCosts> {
  const { pools } = await readInputs(ctx, propertyId, year - 1);
  const today = await findTodayAt(ctx, propertyId);
  const running = pools.filter(({ pool, input }) => pool.to >= today && input.costs.length > 0);
  const ends = [...new Set(running.map(({ pool }) => pool.to))];
  return {
    costs: new Map(pools.map(({ pool, input }) => [pool.id, input.costs])),
    notes: ends.map((end) => {
      const names = running.filter(({ pool }) => pool.to === end).map(({ pool }) => pool.name);
      return `Some bills for ${listFormat.format(names)} might be missing, because the year runs through ${formatCalendarDay(end)}.`;
    }),
  };
}

/** Reads the budgets of the months in each pool's year, which can start in another month than January. */
async function readBudget(
  { db }: SignedInCtx,
  propertyId: number,
  { pools }: ReconciliationInputs,
): Promise<SourceCosts> {
  const years = pools.map(({ pool: { id, from, to } }) => ({ poolId: id, from, to }));
  const { rows } = await sql<CategoryCost & { poolId: number; months: number }>`
    select c.pool_id as "poolId", c.id as "categoryId", c.is_controllable as "isControllable",
      c.varies_with_occupancy as "variesWithOccupancy", sum(g.amount_cents)::bigint as cents
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) y ("poolId" bigint, "from" date, "to" date)
      join expense_categories c on c.pool_id = y."poolId" and c.is_recoverable
      join budgets g on g.category_id = c.id and g.property_id = ${propertyId}
        and make_date(g.year, g.month, 1) between y."from" and y."to"
    group by c.id order by fold_text(c.name), c.id`.execute(db);
  const { rows: budgetYears } = await sql<{ year: number }>`
    select distinct year from budgets where property_id = ${propertyId}`.execute(db);
  const hasBudget = (day: string) => budgetYears.some(({ year }) => year === Number(day.slice(0, 4)));
  return {
    costs: new Map(
      pools.map(({ pool }) => [
        pool.id,
        rows
          .filter(({ poolId }) => poolId === pool.id)
          .map(({ categoryId, isControllable, variesWithOccupancy, cents }) => ({
            categoryId,
            isControllable,
            variesWithOccupancy,
            cents: toCents(cents),
          })),
      ]),
    ),
    notes: pools
      .filter(({ pool: { from, to } }) => hasBudget(from) && !hasBudget(to))
      .map(({ pool }) => describeMissingBudget(pool)),
  };
}

const listFormat = new Intl.ListFormat("en-US");

const describeMissingBudget = ({ name, to }: PropertyPool): string =>
  `The year of ${name} runs through ${formatCalendarDay(to)}, but there's no budget for ${to.slice(0, 4)}. Its months count as $0.00.`;
