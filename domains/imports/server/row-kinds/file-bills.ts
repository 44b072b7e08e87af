import { type RawBuilder, sql } from "kysely";

/**
 * Selects the rows of an import of bills, each a line of the bill with its `vendor` and `number` as they are compared.
 * A row without a number is a bill of its own.
 */
export const selectBillLines = (importId: number): RawBuilder<unknown> => sql`(
  select r.line, r.property_id, r.content, fold_text(coalesce(r.content ->> 'vendorName', '')) as vendor,
    coalesce(nullif(replace(fold_text(r.content ->> 'number'), ' ', ''), ''), 'line ' || r.line) as number
  from import_rows r where r.import_id = ${importId})`;

/** Whether the row of a line `l` can be read. Of other rows, only the names are stored. */
export const isReadable: RawBuilder<boolean> = sql`l.content ? 'amountCents'`;

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

/** Returns `6010 - Cleaning` and `6010: Cleaning` in the same form. */
const withoutPunctuation = (value: RawBuilder<unknown>) =>
  sql`regexp_replace(fold_text(${value}), '[^[:alnum:]]', '', 'g')`;
