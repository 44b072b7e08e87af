import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { type PaymentMethod, paymentMethodLabels } from "#domains/payments/methods.ts";
import { paymentPath } from "#domains/payments/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { defineReport, formatCount, maxRows, type ReportRow, sumOf } from "../define-report.ts";
import { resolvePeriod } from "../period.ts";

type ReceivedPaymentRow = {
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

interface PaymentRow extends Omit<ReceivedPaymentRow, "method" | "kept"> {
  id: number;
  method: PaymentMethod;
  /** Whether the payment arrived. A payment entered by mistake or on the wrong lease didn't. */
  hasArrived: boolean;
}

/** The payments that arrived in a period, by date, with a total for each method. */
export const paymentsReceived = defineReport<ReceivedPaymentRow>({
  columns: {
    on: { header: "Date", type: "date", relativeWidth: 12, phoneSlot: "line" },
    tenant: { header: "Tenant", type: "text", relativeWidth: 24, phoneSlot: "title" },
    place: { header: "Units", type: "text", noteInColumn: "tenant" },
    method: { header: "Method", type: "text", relativeWidth: 13 },
    reference: { header: "Reference", type: "text", relativeWidth: 16 },
    receipt: { header: "Receipt", type: "text", relativeWidth: 9 },
    amount: { header: "Amount", type: "money", relativeWidth: 14, total: "sum" },
    reversed: { header: "Returned or refunded", type: "money", relativeWidth: 14, total: "sum" },
    kept: { header: "Received", type: "money", relativeWidth: 14, total: "sum", phoneSlot: "figure" },
  },
  async read(ctx, query) {
    const { from, to } = await resolvePeriod(ctx, query);
    const { rows: payments } = await sql<PaymentRow>`
      select k.entry_id as id, k.paid_on as on, c.name as tenant,
        p.name || coalesce((select ' · ' || string_agg(u.unit_number, ', ' order by u.unit_number collate "C")
          from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id), '') as place,
        k.method, k.reference, k.receipt_number::text as receipt, k.amount_cents as amount,
        -(case when k.reversal_cause is not null then k.amount_cents else k.refunded_cents end) as reversed,
        (k.reversal_cause is null or k.reversal_cause = 'returned') as "hasArrived"
      from payments k join leases l on l.id = k.lease_id join properties p on p.id = l.property_id
        join companies c on c.id = l.company_id
      where k.paid_on between ${from}::date and ${to}::date and ${moneyScope(ctx.actor.accessScope)}
        and ${query.propertyId === undefined ? sql`true` : sql`k.property_id = ${query.propertyId}`}
      order by k.paid_on, k.method, k.receipt_number limit ${maxRows + 1}`.execute(ctx.db);
    const days = [...new Set(payments.map(({ on }) => on))];
    const rows = payments.map(
      ({ id, hasArrived: _, ...payment }): ReportRow<ReceivedPaymentRow> => ({
        group: days.indexOf(payment.on),
        href: paymentPath(id),
        cells: {
          ...payment,
          method: paymentMethodLabels[payment.method],
          kept: payment.amount + payment.reversed,
        },
      }),
    );
    const formatMoney = (cents: number) => formatCents(toCents(cents));
    const sumMethod = (method: string) =>
      sumOf(
        rows.filter(({ cells }) => cells.method === method),
        "kept",
      );
    const received = sumOf(rows, "kept");
    return {
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${formatCount(rows.length, "payment", "payments")}.`,
      rows,
      groups: days.map((day, id) => ({
        id,
        name: formatCalendarDay(day),
        note: summarizeDay(payments.filter(({ on, hasArrived }) => hasArrived && on === day)),
      })),
      totalLabel: `Total of ${formatCount(rows.length, "payment", "payments")}`,
      figures: [
        {
          label: "Received",
          value: formatMoney(received),
          note: formatCount(rows.length, "payment", "payments"),
        },
        {
          label: "Checks",
          value: formatMoney(sumMethod("Check")),
          note: `${formatShare(sumMethod("Check"), received)} of the total`,
        },
        { label: "Cash", value: formatMoney(sumMethod("Cash")) },
        { label: "Returned or refunded", value: formatMoney(0 - sumOf(rows, "reversed")) },
      ],
      chart: buildMethodChart(rows),
      note: "Dates are when payments arrived. Each date says how much arrived by each method before returns and refunds, so its checks and cash can be compared with the bank deposit. Card fees and security deposits aren't included.",
    };
  },
});

type Rows = readonly ReportRow<ReceivedPaymentRow>[];

/**
 * What arrived on a day by method, as in the bank deposit: `Check $3,000.00, Cash $100.00. Returned or refunded
 * $40.00`.
 */
function summarizeDay(payments: readonly PaymentRow[]): string {
  const sum = (amounts: readonly number[]) => toCents(amounts.reduce((total, cents) => total + cents, 0));
  const methods = [...new Set(payments.map(({ method }) => method))].map((method) => {
    const amounts = payments.filter((payment) => payment.method === method).map(({ amount }) => amount);
    return `${paymentMethodLabels[method]} ${formatCents(sum(amounts))}`;
  });
  const reversed = sum(payments.map((payment) => -payment.reversed));
  return [
    methods.join(", "),
    ...(reversed === 0 ? [] : [`Returned or refunded ${formatCents(reversed)}`]),
  ].join(". ");
}

const groupByMethod = (rows: Rows) =>
  [...new Set(rows.map(({ cells }) => cells.method))].map(
    (method) => [method, rows.filter(({ cells }) => cells.method === method)] as const,
  );

const buildMethodChart = (rows: Rows) =>
  rows.length === 0
    ? null
    : {
        title: "Received by method",
        bars: groupByMethod(rows).map(([label, methodRows]) => ({
          label,
          size: sumOf(methodRows, "kept"),
          value: formatShare(sumOf(methodRows, "kept"), sumOf(rows, "kept")),
          note: String(methodRows.length),
        })),
      };
