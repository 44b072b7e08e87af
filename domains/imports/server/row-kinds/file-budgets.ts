import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { selectNamedCategories } from "./named-categories.ts";
import { recordErrors } from "./row-kind.ts";

/**
 * Selects the amounts that the rows of an import set, also those of 0: `line`, `property_id`, `year`, `category_id`, `category`,
 * `month`, and `cents`. A row whose property or category isn't known has none.
 */
export const selectAmounts = (importId: number): RawBuilder<unknown> => sql`(
  select r.line, r.property_id, (r.content -> 'year')::integer as year, c.id as category_id, c.name as category,
    m.month, m.cents::bigint as cents
  from import_rows r join ${selectNamedCategories(importId)} n on n.name = r.content ->> 'category'
  join expense_categories c on c.id = n.id
  cross join jsonb_array_elements_text(r.content -> 'cents') with ordinality m (cents, month)
  where r.import_id = ${importId} and r.property_id is not null and m.cents is not null)`;

/** Records an error for each row with a month that another row sets, or with a category that has a budget already. */
export async function checkAmounts({ db }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Category",
    sql`select line, format('The budget for %s in %s is already on line %s.', left(min(category), 80), min(year), min(first_line)) as message
    from (
      select a.*, min(a.line) over (partition by a.property_id, a.year, a.category_id, a.month) as first_line
      from ${selectAmounts(importId)} a) twice
    where line > first_line group by line`,
  );
  await recordErrors(
    db,
    importId,
    "Category",
    sql`select distinct a.line, format('%s already has a budget for %s in %s. Change it in the grid.', left(p.name, 80), left(a.category, 80), a.year) as message
    from ${selectAmounts(importId)} a join properties p on p.id = a.property_id
    join budgets b on b.property_id = a.property_id and b.year = a.year and b.category_id = a.category_id`,
  );
}

/**
 * Selects the audit log entry of each budget. `amounts` has the changed amounts: `property_id`, `year`, `category`,
 * `before`, and `after`.
 */
export const describeChanges = (amounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select concat(t.property_id, '-', t.year) as id, t.property_id, jsonb_build_object('year', t.year, 'changes',
    jsonb_agg(jsonb_build_object('field', t.category || ' Cents', 'from', t.before, 'to', t.after) order by t.category)) as details
  from (
    select a.property_id, a.year, a.category, sum(a.before)::bigint as before, sum(a.after)::bigint as after
    from ${amounts} a group by a.property_id, a.year, a.category) t
  group by t.property_id, t.year)`;
