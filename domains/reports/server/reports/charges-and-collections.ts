import { readMonths } from "#domains/ledger/server/reports/reports-months.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { formatCell } from "../../format-cell.ts";
import { defineReport, type ReportRow, sumOf } from "../define-report.ts";

type MonthRow = {
  month: string;
  due: number;
  collected: number;
  overdue: number;
  upcoming: number;
  credited: number;
  received: number;
};

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 14, total: "sum" }) as const;

/** The charges due each month, collected, credited, and unpaid, and the cash received. */
export const chargesAndCollections = defineReport<MonthRow>({
  columns: {
    month: { header: "Month", type: "month", relativeWidth: 16, phoneSlot: "title" },
    due: amountColumn("Charges due"),
    collected: { ...amountColumn("Collected"), phoneSlot: "figure" },
    credited: amountColumn("Credited"),
    overdue: { ...amountColumn("Overdue"), needsAttention: true },
    upcoming: amountColumn("Not due yet"),
    received: amountColumn("Cash received"),
  },
  async read(ctx, { year, propertyId }) {
    const months = await readMonths(ctx, {
      ...(year !== undefined && { year }),
      ...(propertyId !== undefined && { propertyId }),
    });
    const rows = months.map(
      (month): ReportRow<MonthRow> => ({
        cells: {
          month: month.month,
          due: month.dueCents,
          collected: month.collectedCents,
          overdue: month.overdueCents,
          upcoming: month.upcomingCents,
          credited: month.creditedCents,
          received: month.receivedCents,
        },
      }),
    );
    const formatTotal = (key: keyof MonthRow) => formatCents(toCents(sumOf(rows, key)));
    const formatRowMonth = (at: number) => formatCell("month", rows.at(at)?.cells.month ?? null);
    const [due, collected, credited] = [
      sumOf(rows, "due"),
      sumOf(rows, "collected"),
      sumOf(rows, "credited"),
    ];
    return {
      summary: `${formatRowMonth(0)} to ${formatRowMonth(-1)}.`,
      rows,
      totalLabel: "Total",
      figures: [
        { label: "Charges due", value: formatTotal("due") },
        {
          label: "Collected",
          value: formatTotal("collected"),
          note: `${formatShare(collected, due - credited)} of the charges due${credited > 0 ? " less credits" : ""}`,
        },
        {
          label: "Overdue",
          value: formatTotal("overdue"),
          needsAttention: sumOf(rows, "overdue") > 0,
          ...(sumOf(rows, "upcoming") > 0 && { note: `${formatTotal("upcoming")} not due yet` }),
        },
        {
          label: "Cash received",
          value: formatTotal("received"),
          note: `${formatTotal("credited")} credited`,
        },
      ],
      chart: {
        title: "Collected share of the charges due",
        bars: rows.map(({ cells }) => ({
          label: formatCell("month", cells.month).slice(0, 3),
          size: cells.due,
          filled: cells.collected,
          value:
            cells.due - cells.credited === 0 ? "–" : formatShare(cells.collected, cells.due - cells.credited),
        })),
      },
      note: "Collected, credited, overdue, and not due yet add up to the charges due in the month. Collected is paid with money, no matter when. Credited is covered by credits, waivers, and write-offs. Cash is counted in the month it arrived, without deposits and opening balances.",
    };
  },
});
