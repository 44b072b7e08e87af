import { sql } from "kysely";
import * as z from "zod/mini";
import { monthNames } from "#domains/expenses/month-names.ts";
import { cents, maxAmountCents } from "#domains/leases/terms.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import { cleanLine, text } from "#shared/http/fields.ts";
import { formatDollars } from "../../shared-columns.ts";
import { selectBadLines } from "../queries.ts";
import { checkAmounts, describeChanges, selectAmounts } from "./file-budgets.ts";
import { linkProperties } from "./link-properties.ts";
import { checkCategories } from "./named-categories.ts";
import { auditEach, propertyName, type RowKind, splitList } from "./row-kind.ts";

const monthFields = monthNames.map((name) => name.toLowerCase());
const yearMessage = "Enter a year such as 2026";
const monthMessage = "Enter a month such as March, Mar, or 3, or leave it blank";
const amount = z.nullable(cents("Please enter an amount in US dollars", -maxAmountCents));

const fields = z.object({
  property: propertyName,
  year: z.int(yearMessage).check(z.minimum(1900, yearMessage), z.maximum(2199, yearMessage)),
  category: text(1, "Please enter the category", 120),
  month: z.nullable(z.int(monthMessage).check(z.minimum(1, monthMessage), z.maximum(12, monthMessage))),
  amount,
  /** The amounts of the months' columns, by field. */
  months: z.record(z.string(), amount),
});

/** Imports the amounts of categories in the budgets of properties (EXP-24). */
export const budgetRows: RowKind = {
  read: (values) => ({
    property: values.property,
    year: Number(values.year),
    category: values.category,
    month: readMonth(values.month ?? ""),
    amount: readAmount(values.amount),
    months: Object.fromEntries(monthFields.map((field) => [field, readAmount(values[field])])),
  }),
  readNames: ({ property, category }) => ({
    properties: splitList(property),
    category: cleanLine(category ?? ""),
  }),
  rules: z.pipe(
    fields.check(({ value, issues }) => {
      const addIssue = (field: string, message: string) =>
        issues.push({ code: "custom", input: value, path: [field], message });
      const monthAmounts = Object.values(value.months).filter((month) => month !== null);
      const sum = monthAmounts.reduce<number>((total, month) => total + month, 0);
      if (monthAmounts.length === 0 && value.amount === null)
        addIssue("amount", "Enter the amount for the year, or an amount for each month.");
      if (monthAmounts.length > 0 && value.month !== null)
        addIssue(
          "month",
          "Leave the month blank, because this row has amounts in the columns of the months.",
        );
      else if (monthAmounts.length > 0 && value.amount !== null && value.amount !== sum)
        addIssue("amount", `The amounts of the months add up to ${formatDollars(sum)}. Correct one of them.`);
    }),
    z.transform(({ property, months, ...row }) => ({
      properties: [property],
      ...row,
      ...months,
      cents: toMonths(row, Object.values(months)),
    })),
  ),

  async checkAgainstPortal(ctx, importId) {
    await linkProperties(ctx, importId);
    await checkCategories(ctx, importId);
    await checkAmounts(ctx, importId);
  },

  async summarize({ db }, importId) {
    const { rows } = await sql<{ label: string; cents: number }>`
      select concat(p.name, ', ', b.year) as label, sum(b.cents)::bigint as cents
      from ${selectAmounts(importId)} b join properties p on p.id = b.property_id
      where b.line not in (${selectBadLines(importId)}) group by p.id, b.year order by p.name, p.id, b.year`.execute(
      db,
    );
    const total = { label: "Total", cents: rows.reduce((sum, row) => sum + row.cents, 0) };
    return {
      creates: [{ noun: rows.length === 1 ? "budget" : "budgets", count: rows.length }],
      totals: [...rows, total],
      notes: [],
    };
  },

  batchSize: 500,

  async lock({ db }, importId) {
    const years = sql`(
      select distinct b.property_id, b.year from ${selectAmounts(importId)} b
      where b.line not in (${selectBadLines(importId)}))`;
    await sql`insert into budget_years (property_id, year, version)
      select property_id, year, 0 from ${years} y order by 1, 2 on conflict do nothing`.execute(db);
    await sql`select from budget_years where (property_id, year) in ${years} order by property_id, year for update`.execute(
      db,
    );
    await sql`update budget_years set version = version + 1 where (property_id, year) in ${years}`.execute(
      db,
    );
  },

  /** The budget of a property's year is written together with its last row, with one audit log entry. */
  async write(ctx, importId, lines) {
    const entry = { action: "budget.changed", subjectType: "budget", importId } as const;
    await sql`
      with amount as (
        select b.* from (
          select a.*, max(a.line) over (partition by a.property_id, a.year) as last_line
          from ${selectAmounts(importId)} a where a.line not in (${selectBadLines(importId)})) b
        where b.last_line = any(${lines}::integer[])
      ), made as (
        insert into budgets (property_id, year, category_id, month, amount_cents)
        select property_id, year, category_id, month, cents from amount where cents <> 0 returning id
      ), remembered as (
        insert into import_records (import_id, type, record_id) select ${importId}, 'budget', id from made
      )
      ${auditEach(
        ctx,
        entry,
        describeChanges(
          sql`(select property_id, year, category, 0 as before, cents as after from amount where cents <> 0)`,
        ),
      )}`.execute(ctx.db);
  },
};

const readAmount = (value = "") => (value === "" ? null : centsFromDollars(value));

function readMonth(value: string): number | null {
  if (value === "") return null;
  const name = value.toLowerCase().replace(/\.$/, "");
  const index = name.length < 3 ? -1 : monthFields.findIndex((field) => field.startsWith(name));
  return index < 0 ? Number(value) : index + 1;
}

/** Returns the amounts of a row by month. Null for a month that the row doesn't set. */
function toMonths(
  row: Pick<z.infer<typeof fields>, "month" | "amount">,
  months: readonly (number | null)[],
): (number | null)[] {
  if (row.amount === null || months.some((month) => month !== null)) return months.map((month) => month ?? 0);
  if (row.month !== null) return monthFields.map((_, index) => (index + 1 === row.month ? row.amount : null));
  return spreadOverMonths(row.amount);
}

/** Returns twelve equal amounts in whole cents. The last one has the rest. */
function spreadOverMonths(yearCents: number): number[] {
  const monthCents = Number(BigInt(yearCents) / 12n);
  return monthFields.map((_, index) => (index < 11 ? monthCents : yearCents - 11 * monthCents));
}
