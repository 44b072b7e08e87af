import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { recordErrors } from "./row-kind.ts";

/**
 * Selects the categories that rows name in `content.category`, by name, account code, or both: `name`, `id` if exactly
 * one matches, `matches` (the number of matches), and `is_archived` if all matches are archived.
 */
export const selectNamedCategories = (importId: number): RawBuilder<unknown> => sql`(
  with named as materialized (
    select distinct r.content ->> 'category' as name from import_rows r
    where r.import_id = ${importId} and r.content ->> 'category' <> ''
  ), category as materialized (
    select c.id, c.archived_at is not null as is_archived, fold_text(c.name) as name,
      nullif(fold_text(c.account_code), '') as code, nullif(c.account_code, '') || c.name as code_and_name
    from expense_categories c
  )
  select n.name, count(c.id) as matches, bool_and(c.is_archived) as is_archived,
    case when count(*) filter (where not c.is_archived) = 1 then min(c.id) filter (where not c.is_archived) end as id
  from named n left join category c on fold_text(n.name) in (c.name, c.code)
    or ${withoutPunctuation(sql`n.name`)} = ${withoutPunctuation(sql`c.code_and_name`)}
  group by n.name)`;

/** Records an error for each row whose category isn't known. */
export async function checkCategories({ db }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Category",
    sql`select r.line, format(case when c.is_archived then 'The category “%s” is archived. Enter another one.'
        when c.matches > 0 then 'Several categories match “%s”. Enter the name of one of them.'
        else 'There is no category “%s”. Enter the name or the account code of an expense category.' end, left(c.name, 80)) as message
    from ${selectNamedCategories(importId)} c join import_rows r on r.import_id = ${importId} and r.content ->> 'category' = c.name
    where c.id is null`,
  );
}

/** Returns `6010 - Cleaning` and `6010: Cleaning` in the same form. */
const withoutPunctuation = (value: RawBuilder<unknown>) =>
  sql`regexp_replace(fold_text(${value}), '[^[:alnum:]]', '', 'g')`;
