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
