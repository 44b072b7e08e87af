import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { prepared } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Age, ages, oldestAge } from "../ages.ts";
import { categoriesFoundBy, filterCategories } from "../categories.ts";
import { workOrderScope } from "./access.ts";
import { all, isOfAge } from "./list-filters.ts";
import { keptWithin } from "./totals.ts";

interface OpenOrders {
  byAge: { age: Age; count: number }[];
  byCategory: { category: (typeof filterCategories)[number]; count: number }[];
}

const youngAges = ages.filter((age) => age !== oldestAge);
/**
 * The open orders of a caller whose reach is made of whole buildings, by age and by category, each the total of the list
 * with that filter (see `totalOf`). The young ones are counted from an index of open orders, a month's at most; the rest
 * comes from the kept counts.
 */
export async function countOpenOrders({ db, actor }: SignedInCtx): Promise<OpenOrders> {
  const { reach } = actor;
  const [young, kept] = await Promise.all([
    run<Record<string, number>>(
      db,
      // Each a short stretch of the index; one scan that sorts the orders into ages takes twice as long.
      sql`select ${sql.join(
        youngAges.map(
          (age) => sql`(select count(*) from work_orders o
            where o.deleted_at is null and o.board_column = 'open' and ${isOfAge(age)} and ${workOrderScope(reach, "read")})
            as ${sql.ref(age)}`,
        ),
      )}`,
    ),
    run<{ category: string; count: number }>(
      db,
      sql`select c.category, sum(c.count)::bigint as count from work_order_counts c
        where ${all(keptWithin(reach))} and c.status in ('open', 'urgent') and c.category <> '' group by 1`,
    ),
  ]);
  const open = kept.reduce((sum, { count }) => sum + count, 0);
  const countOf = (age: Age) => young[0]?.[age] ?? 0;
  const old = youngAges.reduce((left, age) => left - countOf(age), open);
  return {
    byAge: ages.map((age) => ({ age, count: age === oldestAge ? old : countOf(age) })),
    byCategory: filterCategories.map((category) => ({
      category,
      count: kept
        .filter((row) => categoriesFoundBy(category).some((found) => found === row.category))
        .reduce((sum, { count }) => sum + count, 0),
    })),
  };
}

async function run<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db);
  return (await prepared<Row>(db, text, parameters)).rows;
}
