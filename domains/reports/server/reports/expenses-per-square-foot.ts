import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, monthEnd } from "#shared/calendar.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { roundHalfUp, toFraction } from "#shared/fraction.ts";
import { defineReport, maxRows, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";

type ExpenseRow = {
  category: string;
  cost: number;
  rate: number | null;
  costBefore: number;
  rateBefore: number | null;
  budget: number;
  budgetRate: number | null;
  change: number | null;
  area: number;
  areaBefore: number;
};

interface CategoryAmounts {
  propertyId: number;
  property: string;
  category: string;
  cost: number;
  costBefore: number;
  budget: number;
  /** The leasable square feet of the property on the last day, and a year before. */
  area: number;
  areaBefore: number;
}

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 12, total: "sum" }) as const;
const rateColumn = { header: "$/sq ft", type: "rate", relativeWidth: 8 } as const;

/** The cost and the budget of each category by property, per leasable square foot, next to the year before (REC-35). */
export const expensesPerSquareFoot = defineReport<ExpenseRow>({
  columns: {
    category: { header: "Category", type: "text", relativeWidth: 20, phoneSlot: "title" },
    cost: { ...amountColumn("Cost"), phoneSlot: "line" },
    rate: { ...rateColumn, phoneSlot: "figure" },
    costBefore: amountColumn("Year before"),
    rateBefore: { ...rateColumn, header: "Year before $/sq ft" },
    budget: amountColumn("Budget"),
    budgetRate: { ...rateColumn, header: "Budget $/sq ft" },
    change: { header: "Change per sq ft", type: "percent", relativeWidth: 8 },
    area: { header: "Leasable sq ft", type: "number", isSpreadsheetOnly: true },
    areaBefore: { header: "Leasable sq ft a year before", type: "number", isSpreadsheetOnly: true },
  },
  async read(ctx, { propertyId, year: chosenYear }) {
    const today = await findToday(ctx, propertyId);
    const thisYear = Number(today.slice(0, 4));
    const year = Number(chosenYear ?? thisYear - 1);
    const months = year < thisYear ? 12 : year > thisYear ? 0 : Number(today.slice(5, 7)) - 1;
    const amounts = months === 0 ? [] : await readAmounts(ctx, { year, months, propertyId });
    const properties = [...new Map(amounts.map((amount) => [amount.propertyId, amount])).values()];
    const rows = amounts.map(
      (amount): ReportRow<ExpenseRow> => ({
        group: amount.propertyId,
        cells: {
          category: amount.category,
          cost: amount.cost,
          rate: perSquareFoot(amount.cost, amount.area),
          costBefore: amount.costBefore,
          rateBefore: perSquareFoot(amount.costBefore, amount.areaBefore),
          budget: amount.budget,
          budgetRate: perSquareFoot(amount.budget, amount.area),
          change: changePerSquareFoot(amount),
          area: amount.area,
          areaBefore: amount.areaBefore,
        },
      }),
    );
    const total = {
      cost: sumOf(rows, "cost"),
      costBefore: sumOf(rows, "costBefore"),
      budget: sumOf(rows, "budget"),
      area: properties.reduce((sum, { area }) => sum + area, 0),
      areaBefore: properties.reduce((sum, { areaBefore }) => sum + areaBefore, 0),
    };
    return {
      summary: describeMonths(year, months),
      rows,
      groupedBy: "Property",
      groups: properties.map(({ propertyId: id, property, area, areaBefore }) => {
        const groupRows = rows.filter(({ group }) => group === id);
        const sums = { cost: sumOf(groupRows, "cost"), costBefore: sumOf(groupRows, "costBefore") };
        return { id, name: property, note: describeRate({ ...sums, area, areaBefore }), isProperty: true };
      }),
      totalLabel: "Total",
      figures: [
        {
          label: "Cost per sq ft",
          value: formatRate(total.cost, total.area),
          note: `${total.area.toLocaleString("en-US")} sq ft`,
        },
        { label: "Year before per sq ft", value: formatRate(total.costBefore, total.areaBefore) },
        { label: "Change per sq ft", value: formatChange(changePerSquareFoot(total)) },
        { label: "Budget per sq ft", value: formatRate(total.budget, total.area) },
      ],
      note: "A cost belongs to the days of its service period. In a year that isn't over, the months before the current one are compared with the same months of the year before and of the budget. The area is that of all units of the property on the last day. Voided bills don't count.",
    };
  },
});

interface Period {
  year: number;
  /** How many months from January. */
  months: number;
  propertyId: number | undefined;
}

/** Returns the amounts of each category with a cost or a budget, by property. */
async function readAmounts(
  { db, actor }: SignedInCtx,
  { year, months, propertyId }: Period,
): Promise<CategoryAmounts[]> {
  const getSpan = (of: number) => ({ from: `${of}-01-01`, to: monthEnd(toMonth(of, months)) });
  const [span, spanBefore] = [getSpan(year), getSpan(year - 1)];
  const costWithin = ({ from, to }: { from: Day; to: Day }) =>
    sql`cost_within(l.amount_cents, b.service_from, b.service_to, ${from}::date, ${to}::date)`;
  const overlaps = ({ from, to }: { from: Day; to: Day }) =>
    sql`daterange(b.service_from, b.service_to, '[]') && daterange(${from}::date, ${to}::date, '[]')`;
  const areaOn = (day: Day) => sql`(
    select coalesce(sum(coalesce(a.square_feet, u.area_sqft, 0)), 0)::bigint
    from units u left join unit_area_periods a on a.unit_id = u.id
    where u.property_id = p.id and (a.starts_on is null or a.starts_on <= ${day}::date)
      and (a.ends_on is null or a.ends_on >= ${day}::date))`;
  const { rows } = await sql<CategoryAmounts>`
    with managed as (
      select p.id, p.name, ${areaOn(span.to)} as area, ${areaOn(spanBefore.to)} as area_before from properties p
      where ${managesProperty(actor.accessScope, sql`p.id`)}
        and ${propertyId === undefined ? sql`true` : sql`p.id = ${propertyId}`}),
    amounts as (
      select b.property_id, l.category_id, ${costWithin(span)} as cost, ${costWithin(spanBefore)} as cost_before, 0 as budget
      from bills b join bill_lines l on l.bill_id = b.id
      where b.voided_at is null and b.property_id in (select id from managed) and (${overlaps(span)} or ${overlaps(spanBefore)})
      union all
      select property_id, category_id, 0, 0, amount_cents from budgets
      where year = ${year} and month <= ${months} and property_id in (select id from managed))
    select p.id as "propertyId", p.name as property, c.name as category, p.area, p.area_before as "areaBefore",
      sum(a.cost)::bigint as cost, sum(a.cost_before)::bigint as "costBefore", sum(a.budget)::bigint as budget
    from amounts a join managed p on p.id = a.property_id join expense_categories c on c.id = a.category_id
    group by p.id, p.name, p.area, p.area_before, c.id
    having sum(a.cost) <> 0 or sum(a.cost_before) <> 0 or sum(a.budget) <> 0
    order by fold_text(p.name), p.id, fold_text(c.name), c.id limit ${maxRows + 1}`.execute(db);
  return rows;
}

const toMonth = (year: number, month: number): Day => `${year}-${String(month).padStart(2, "0")}-01`;

function describeMonths(year: number, months: number): string {
  if (months === 12) return `${year}, compared with ${year - 1}.`;
  if (months === 0) return `No month of ${year} is over yet.`;
  const last = formatMonth(toMonth(year, months));
  return `${months === 1 ? last : `January through ${last}`}, compared with the same period of ${year - 1}.`;
}

/** Returns cents per square foot. Null without an area or an amount. */
const perSquareFoot = (cents: number, area: number): number | null =>
  area <= 0 || cents === 0 ? null : roundHalfUp(toFraction(cents, area));

type Compared = Pick<CategoryAmounts, "cost" | "costBefore" | "area" | "areaBefore">;

/** Returns the change of the cost per square foot in percent. Null if it can't be compared. */
const changePerSquareFoot = ({ cost, costBefore, area, areaBefore }: Compared): number | null =>
  costBefore <= 0 || area <= 0 || areaBefore <= 0
    ? null
    : roundHalfUp(
        toFraction(
          100n * (BigInt(cost) * BigInt(areaBefore) - BigInt(costBefore) * BigInt(area)),
          BigInt(costBefore) * BigInt(area),
        ),
      );

function formatRate(cents: number, area: number): string {
  const rate = perSquareFoot(cents, area);
  return rate === null ? "–" : formatAmount(rate);
}

const formatChange = (percent: number | null): string =>
  percent === null ? "–" : `${percent > 0 ? "+" : ""}${percent}%`;

/** `4,000 sq ft, $9.80 per sq ft, +4%` */
function describeRate(compared: Compared): string {
  const change = changePerSquareFoot(compared);
  const rate = `${compared.area.toLocaleString("en-US")} sq ft, ${formatRate(compared.cost, compared.area)} per sq ft`;
  return change === null ? rate : `${rate}, ${formatChange(change)}`;
}
