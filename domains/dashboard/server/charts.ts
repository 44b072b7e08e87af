import { type RawBuilder, sql } from "kysely";
import { countByOccupancy } from "#domains/properties/server/list-occupancy.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { totalOf } from "#domains/work-orders/server/totals.ts";
import { prepared } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { grantOf } from "#shared/permissions.ts";
import type { DashboardCharts } from "../contract.ts";

const youngAges = ages.filter((age) => age !== "over-30");

/** The numbers behind the charts: the totals of the lists that the bars open, in one statement. */
export async function readChartsFor(ctx: SignedInCtx): Promise<DashboardCharts> {
  const { reach } = ctx.actor;
  const totals = [
    totalOf(reach, { status: "open" }),
    ...youngAges.map((age) => totalOf(reach, { status: "open", age })),
    ...filterCategories.map((category) => totalOf(reach, { status: "open", category })),
  ];
  const [counts, occupancy] = await Promise.all([
    readTotals(ctx, totals),
    grantOf(reach.caller, "units.read") === "no" ? null : countByOccupancy(ctx),
  ]);
  const [open = 0, ...rest] = counts;
  const young = rest.slice(0, youngAges.length);
  // As the list has it: what is not young is old.
  const old = young.reduce((left, count) => left - count, open);
  return {
    openByAge: ages.map((age, at) => ({ age, count: young[at] ?? old })),
    openByCategory: filterCategories.map((category, at) => ({
      category,
      count: rest[youngAges.length + at] ?? 0,
    })),
    occupancy,
  };
}

async function readTotals({ db }: SignedInCtx, totals: readonly RawBuilder<number>[]): Promise<number[]> {
  const statement = sql`select array[${sql.join(totals)}]::bigint[] as counts`.compile(db);
  const { rows } = await prepared<{ counts: number[] }>(db, statement.sql, statement.parameters);
  return rows[0]?.counts ?? [];
}
