import { sql } from "kysely";
import {
  readBudgetsByMonth,
  readCostsByMonth,
  toMonths,
} from "#domains/expenses/server/budgets/costs-by-month.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { defineReport, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";

type BudgetRow = {
  category: string;
  budget: number;
  actual: number;
  variance: number;
  variancePercent: number | null;
  budgetToDate: number;
  actualToDate: number;
  varianceToDate: number;
  varianceToDatePercent: number | null;
  yearBudget: number;
};

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 11, total: "sum" }) as const;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The budget and the cost of each expense category in a month and in the year to date. */
export const budgetAndActual = defineReport<BudgetRow>({
  columns: {
    category: { header: "Category", type: "text", relativeWidth: 18, phoneSlot: "title" },
    budget: amountColumn("Budget"),
    actual: amountColumn("Actual"),
    variance: amountColumn("Variance"),
    variancePercent: {
      header: "Variance %",
      type: "percent",
      relativeWidth: 8,
      total: { of: "variance", by: "budget" },
    },
    budgetToDate: amountColumn("Budget to date"),
    actualToDate: { ...amountColumn("Actual to date"), phoneSlot: "figure" },
    varianceToDate: { ...amountColumn("Variance to date"), phoneSlot: "line" },
    varianceToDatePercent: {
      header: "Variance to date %",
      type: "percent",
      relativeWidth: 9,
      total: { of: "varianceToDate", by: "budgetToDate" },
    },
    yearBudget: amountColumn("Budget for the year"),
  },
  async read(ctx, { on, propertyId }) {
    const day = on ?? (await findToday(ctx, propertyId));
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
    const filter = { year, propertyId };
    const [budgets, costs] = [await readBudgetsByMonth(ctx, filter), await readCostsByMonth(ctx, filter)];
    const { rows: categories } = await sql<{ id: number; name: string; poolId: number; pool: string }>`
      select c.id, c.name, coalesce(e.id, 0)::bigint as "poolId", coalesce(e.name, 'Not in a pool') as pool
      from expense_categories c left join expense_pools e on e.id = c.pool_id
      order by e.position nulls last, fold_text(c.name) collate "C", c.id`.execute(ctx.db);
    const amounts = categories
      .map((category) => ({
        ...category,
        budget: toMonths(budgets, category.id),
        actual: toMonths(costs, category.id),
      }))
      .filter(({ budget, actual }) => [...budget, ...actual].some((cents) => cents !== 0));
    const rows = amounts.map(({ name, poolId, budget, actual }): ReportRow<BudgetRow> => {
      const [monthBudget, monthActual] = [budget[month - 1] ?? 0, actual[month - 1] ?? 0];
      const [budgetToDate, actualToDate] = [sum(budget.slice(0, month)), sum(actual.slice(0, month))];
      return {
        group: poolId,
        cells: {
          category: name,
          budget: monthBudget,
          actual: monthActual,
          variance: monthActual - monthBudget,
          variancePercent: null,
          budgetToDate,
          actualToDate,
          varianceToDate: actualToDate - budgetToDate,
          varianceToDatePercent: null,
          yearBudget: sum(budget),
        },
      };
    });
    const [budgetToDate, actualToDate] = [sumOf(rows, "budgetToDate"), sumOf(rows, "actualToDate")];
    const format = (cents: number) => formatCents(toCents(cents));
    return {
      summary: `${formatMonth(day)} and the year to date.`,
      rows,
      groups: categories
        .filter(
          ({ poolId }, index) =>
            rows.some(({ group }) => group === poolId) &&
            categories.findIndex((other) => other.poolId === poolId) === index,
        )
        .map(({ poolId, pool }) => ({ id: poolId, name: pool, note: "" })),
      groupedBy: "Pool",
      totalLabel: "Total",
      figures: [
        { label: "Budget to date", value: format(budgetToDate) },
        {
          label: "Actual to date",
          value: format(actualToDate),
          ...(budgetToDate > 0 && { note: `${formatShare(actualToDate, budgetToDate)} of the budget` }),
        },
        {
          label: "Variance to date",
          value: format(actualToDate - budgetToDate),
          needsAttention: actualToDate > budgetToDate,
        },
        { label: "Budget for the year", value: format(sumOf(rows, "yearBudget")) },
      ],
      chart: {
        title: "Actual costs by month, against the budget",
        bars: Array.from({ length: 12 }, (_, index) => {
          const budget = sum(amounts.map((category) => category.budget[index] ?? 0));
          const actual = sum(amounts.map((category) => category.actual[index] ?? 0));
          return {
            label: formatMonth(`${year}-${String(index + 1).padStart(2, "0")}-01`).slice(0, 3),
            size: Math.max(budget, actual, 0),
            filled: Math.max(actual, 0),
            value: budget <= 0 ? "–" : formatShare(actual, budget),
            ...(index >= month ? { tone: "muted" as const } : actual > budget && { tone: "danger" as const }),
          };
        }),
      },
      note: "A cost belongs to the days of its service period, however late it is billed or paid. The month of the date counts as a whole. A positive variance is over budget. Voided bills don't count.",
    };
  },
});
