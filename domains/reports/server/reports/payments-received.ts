import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { type PaymentMethod, paymentMethodLabels } from "#domains/payments/methods.ts";
import { paymentPath } from "#domains/payments/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { count, defineReport, maxRows, type ReportRow, sumOf } from "../define-report.ts";
import { resolvePeriod } from "../period.ts";

type Row = {
  on: string;
  tenant: string;
  place: string;
  method: string;
  reference: string;
  receipt: string;
  amount: number;
  reversed: number;
  kept: number;
};

interface PaymentRow extends Omit<Row, "method" | "kept"> {
  id: number;
  method: PaymentMethod;
}

/** The payments that arrived in a period, by date, with the total of each method. */
export const paymentsReceived = defineReport<Row>({
  columns: {
    on: { header: "Date", type: "date", share: 12, phoneSlot: "line" },
    tenant: { header: "Tenant", type: "text", share: 24, phoneSlot: "title" },
    place: { header: "Units", type: "text", noteOf: "tenant" },
    method: { header: "Method", type: "text", share: 13 },
    reference: { header: "Reference", type: "text", share: 16 },
    receipt: { header: "Receipt", type: "text", share: 9 },
    amount: { header: "Amount", type: "money", share: 14, total: "sum" },
    reversed: { header: "Returned or refunded", type: "money", share: 14, total: "sum" },
    kept: { header: "Received", type: "money", share: 14, total: "sum", phoneSlot: "figure" },
  },
  async read(ctx, query) {
    const { from, to } = await resolvePeriod(ctx, query);
    const { rows: payments } = await sql<PaymentRow>`
      select k.entry_id as id, k.paid_on as on, c.name as tenant,
        p.name || coalesce((select ' · ' || string_agg(u.unit_number, ', ' order by u.unit_number collate "C")
          from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id), '') as place,
        k.method, k.reference, k.receipt_number::text as receipt, k.amount_cents as amount,
        -(case when k.reversal_cause is not null then k.amount_cents else k.refunded_cents end) as reversed
      from payments k join leases l on l.id = k.lease_id join properties p on p.id = l.property_id
        join companies c on c.id = l.company_id
      where k.paid_on between ${from}::date and ${to}::date and ${moneyScope(ctx.actor.accessScope)}
        and ${query.propertyId === undefined ? sql`true` : sql`k.property_id = ${query.propertyId}`}
      order by k.paid_on, k.method, k.receipt_number limit ${maxRows + 1}`.execute(ctx.db);
    const days = [...new Set(payments.map(({ on }) => on))];
    const rows = payments.map(
      ({ id, ...payment }): ReportRow<Row> => ({
        group: days.indexOf(payment.on),
        href: paymentPath(id),
        cells: {
          ...payment,
          method: paymentMethodLabels[payment.method],
          kept: payment.amount + payment.reversed,
        },
      }),
    );
    const money = (cents: number) => formatCents(toCents(cents));
    const byHand = ["Check", "Cash"].map((label) => rows.filter(({ cells }) => cells.method === label));
    const received = sumOf(rows, "kept");
    return {
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${count(rows.length, "payment", "payments")}.`,
      rows,
      groups: days.map((day, id) => ({
        id,
        name: formatCalendarDay(day),
        note: summarizeMethods(rows.filter(({ group }) => group === id)),
      })),
      totalLabel: `Total of ${count(rows.length, "payment", "payments")}`,
      figures: [
        { label: "Received", value: money(received), note: count(rows.length, "payment", "payments") },
        {
          label: "Checks",
          value: money(sumOf(byHand[0] ?? [], "kept")),
          note: `${formatShare(sumOf(byHand[0] ?? [], "kept"), received)} of what was received`,
        },
        { label: "Cash", value: money(sumOf(byHand[1] ?? [], "kept")) },
        { label: "Returned or refunded", value: money(0 - sumOf(rows, "reversed")) },
      ],
      chart: drawMethods(rows),
      note: "Dates are when payments arrived. Each date says how much arrived by each method, so its checks and cash can be compared with the bank deposit. Card fees and security deposits aren't included.",
    };
  },
});

type Rows = readonly ReportRow<Row>[];

/** `Check $3,000.00, Cash $100.00`. */
const summarizeMethods = (rows: Rows): string =>
  groupByMethod(rows)
    .map(([method, its]) => `${method} ${formatCents(toCents(sumOf(its, "kept")))}`)
    .join(", ");

const groupByMethod = (rows: Rows) =>
  [...new Set(rows.map(({ cells }) => cells.method))].map(
    (method) => [method, rows.filter(({ cells }) => cells.method === method)] as const,
  );

const drawMethods = (rows: Rows) =>
  rows.length === 0
    ? null
    : {
        title: "Received by method",
        bars: groupByMethod(rows).map(([label, its]) => ({
          label,
          size: sumOf(its, "kept"),
          value: formatShare(sumOf(its, "kept"), sumOf(rows, "kept")),
          note: String(its.length),
        })),
      };
