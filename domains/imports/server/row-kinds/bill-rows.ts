import { sql } from "kysely";
import * as z from "zod/mini";
import {
  checkServiceLength,
  checkServiceOrder,
  maxBillLines,
  type NewBill,
  newBill,
} from "#domains/expenses/contract.ts";
import { withDefaultDates } from "#domains/expenses/default-dates.ts";
import { enterBill } from "#domains/expenses/server/bills/enter-bill.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { cleanLine, text } from "#shared/http/fields.ts";
import { selectBadLines } from "../queries.ts";
import { rememberRecords } from "../write/import-records.ts";
import { isReadable, selectBillLines } from "./file-bills.ts";
import { linkProperties } from "./link-properties.ts";
import { checkCategories, selectNamedCategories } from "./named-categories.ts";
import { propertyName, type RowKind, recordErrors, splitList } from "./row-kind.ts";
import { summarizeBills } from "./summarize-bills.ts";
import { addVendors } from "./vendor-rows.ts";

/** A placeholder id. The form has ids where a file has names. */
const placeholderId = 1;

const orUndefined = (value: string | undefined) => (value === "" ? undefined : value);

/** Imports bills, one line per row (EXP-21). Rows with the same vendor and number are one bill. */
export const billRows: RowKind = {
  read: (values) => ({
    bill: {
      propertyId: placeholderId,
      vendorName: values.vendorName,
      number: values.number,
      billedOn: values.billedOn,
      serviceFrom: orUndefined(values.serviceFrom),
      serviceTo: orUndefined(values.serviceTo),
      dueOn: orUndefined(values.dueOn),
      paidOn: orUndefined(values.paidOn),
      lines: [
        {
          categoryId: placeholderId,
          amountCents: centsFromDollars(values.amount ?? ""),
          memo: values.memo,
        },
      ],
    },
    place: { property: values.property, category: values.category },
  }),
  readNames: ({ property, vendorName, number, category }) => ({
    properties: splitList(property),
    vendorName: cleanLine(vendorName ?? ""),
    number: cleanLine(number ?? ""),
    category: cleanLine(category ?? ""),
  }),
  joinsRows: true,
  rules: z
    .pipe(
      z.object({
        bill: newBill,
        place: z.object({ property: propertyName, category: text(1, "Please enter the category", 120) }),
      }),
      z.transform(({ bill, place: { property, category } }) => {
        const { vendorName, number, billedOn, paidOn = null, lines } = bill;
        const dates = { ...withDefaultDates(bill), billedOn, paidOn };
        const [line] = lines.map(({ amountCents, memo }) => ({ amountCents, memo }));
        return { properties: [property], category, vendorName, number, ...dates, ...line };
      }),
    )
    .check(checkServiceOrder, checkServiceLength),

  async checkAgainstPortal(ctx, importId) {
    await linkProperties(ctx, importId);
    await checkCategories(ctx, importId);
    await checkVendors(ctx, importId);
    await checkNumbers(ctx, importId);
    await checkBillsInFile(ctx, importId);
    await checkRepeatedLines(ctx, importId);
    await leaveOutIncompleteBills(ctx, importId);
  },

  summarize: summarizeBills,
  batchSize: 50,

  /** New vendors are added here, because a bill locks its vendor. */
  async lock(ctx, importId) {
    const names = sql`
      select distinct on (l.vendor) l.vendor, l.content ->> 'vendorName' as name
      from ${selectBillLines(importId)} l where l.line not in (${selectBadLines(importId)}) order by l.vendor, l.line`;
    await addVendors(
      ctx,
      importId,
      sql`(
        select n.name, '' as "contactName", '' as email, '' as phone, '' as notes from (${names}) n
        where not exists (select from vendors v where fold_text(v.name) = n.vendor) order by n.vendor)`,
    );
    await sql`
      select from vendors where fold_text(name) in (select n.vendor from (${names}) n)
      order by id for no key update`.execute(ctx.db);
  },

  /** A bill is written together with its last line. */
  async write(ctx, importId, lines) {
    const { rows } = await sql<NewBill>`
      select min(l.property_id) as "propertyId", min(l.content ->> 'vendorName') as "vendorName",
        min(l.content ->> 'number') as number, min(l.content ->> 'billedOn') as "billedOn",
        min(l.content ->> 'serviceFrom') as "serviceFrom", min(l.content ->> 'serviceTo') as "serviceTo",
        min(l.content ->> 'dueOn') as "dueOn", min(l.content ->> 'paidOn') as "paidOn",
        json_agg(json_build_object('categoryId', c.id, 'amountCents', l.content -> 'amountCents', 'memo', l.content -> 'memo')
          order by l.line) as lines
      from ${selectBillLines(importId)} l join ${selectNamedCategories(importId)} c on c.name = l.content ->> 'category'
      where l.line not in (${selectBadLines(importId)})
      group by l.vendor, l.number having max(l.line) = any(${lines}::integer[]) order by max(l.line)`.execute(
      ctx.db,
    );
    for (const bill of rows) {
      const { id } = await enterBill(ctx, { ...bill, isNotDuplicate: true });
      await rememberRecords(ctx, importId, "bill", [id]);
    }
  },
};

async function checkVendors({ db }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Vendor",
    sql`select l.line, format('%s is archived. Restore the vendor first.', left(v.name, 120)) as message
    from ${selectBillLines(importId)} l join vendors v on fold_text(v.name) = l.vendor where v.archived_at is not null`,
  );
}

/** Records the errors of `assertNotEntered` for numbers (EXP-06). */
async function checkNumbers({ db, actor }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Bill number",
    sql`select l.line, case when ${managesProperty(actor.accessScope, sql`b.property_id`)}
        then format('%s''s bill %s of %s was already entered.', left(v.name, 120), b.number, to_char(b.billed_on, 'FMMon FMDD, YYYY'))
        else format('%s''s bill %s was already entered at another property.', left(v.name, 120), l.content ->> 'number') end as message
    from ${selectBillLines(importId)} l join vendors v on fold_text(v.name) = l.vendor
    join bills b on b.vendor_id = v.id and b.voided_at is null and b.number <> '' and replace(fold_text(b.number), ' ', '') = l.number`,
  );
}

/** Checks that the lines of each bill have the same property and dates, and that there aren't too many. */
async function checkBillsInFile({ db }: SignedInCtx, importId: number): Promise<void> {
  const bill = sql`l.vendor, l.number`;
  // The default of a date depends on the bill date, which has its own error if it's different.
  const sameDay = sql`l.vendor, l.number, l.content ->> 'billedOn'`;
  const comparisons = [
    ["Property", "property", sql`l.property_id`, bill],
    ["Bill date", "date", sql`l.content ->> 'billedOn'`, bill],
    ["Service from", "date", sql`l.content ->> 'serviceFrom'`, sameDay],
    ["Service to", "date", sql`l.content ->> 'serviceTo'`, sameDay],
    ["Due date", "date", sql`l.content ->> 'dueOn'`, sameDay],
    ["Paid on", "date", sql`l.content ->> 'paidOn'`, sameDay],
  ] as const;
  for (const [column, noun, value, lines] of comparisons)
    await recordErrors(
      db,
      importId,
      column,
      sql`select line, format('Line %s is part of the same bill and has a different %s. Enter the same here, or another vendor or number.', first_line, ${noun}::text) as message
      from (
        select l.line, ${value} as value, first_value(l.line) over bill as first_line,
          first_value(${value}) over bill as first_value
        from ${selectBillLines(importId)} l where ${isReadable} and l.property_id is not null
        window bill as (partition by ${lines} order by l.line)) compared
      where value is distinct from first_value`,
    );
  await recordErrors(
    db,
    importId,
    "Bill number",
    sql`select line, 'A bill can have up to ${sql.raw(String(maxBillLines))} lines.' as message from (
      select l.line, row_number() over (partition by l.vendor, l.number order by l.line) as nth
      from ${selectBillLines(importId)} l) numbered
    where nth > ${maxBillLines}`,
  );
}

/** Records an error for a line that repeats another one of its bill, because repeated rows are usually a mistake. */
async function checkRepeatedLines({ db }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Memo",
    sql`select line, format('Line %s is the same. Remove it from the file, or enter a different memo if the bill has both.', first_line) as message
    from (
      select l.line, min(l.line) over (partition by l.vendor, l.number, l.property_id, l.content) as first_line
      from ${selectBillLines(importId)} l where ${isReadable}) repeated
    where line > first_line`,
  );
}

/**
 * Records an error for the other lines of a bill with an error, so that a bill is imported with all of its lines or not at all. A
 * row without a vendor could belong to any bill with its number.
 */
async function leaveOutIncompleteBills({ db }: SignedInCtx, importId: number): Promise<void> {
  const badLines = selectBadLines(importId);
  await recordErrors(
    db,
    importId,
    null,
    sql`select l.line, format('Line %s is part of the same bill and has an error. Correct it first.', min(bad.line)) as message
    from ${selectBillLines(importId)} l join ${selectBillLines(importId)} bad
      on bad.number = l.number and bad.vendor in (l.vendor, '') and bad.line in (${badLines})
    where l.line not in (${badLines}) group by l.line`,
  );
}
