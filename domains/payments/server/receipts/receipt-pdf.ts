import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatMethod } from "../../methods.ts";
import { paymentStatusLabels, reversalNotes } from "../../statuses.ts";
import type { Receipt, ReceiptRefund } from "./receipt.ts";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/**
 * Returns a receipt as a letter. The page and the PDF have the same contents. The first page stays as issued,
 * and the refunds are on a page of their own.
 */
export function toReceiptPdf(receipt: Receipt, refunds: readonly ReceiptRefund[]): PdfContent {
  const { number, company, paidOn } = receipt;
  const day = formatCalendarDay(paidOn);
  return {
    ...buildLetterhead(receipt),
    title: `Payment receipt ${number}, ${company}, ${day}`,
    heading: "Payment receipt",
    details: [
      `No. ${number}`,
      receipt.paidTime === null ? `Paid ${day}` : `Paid ${day}, ${receipt.paidTime}`,
      ...(receipt.reversal === null ? [] : [`${reversalNotes[receipt.reversal]}.`]),
    ],
    stamp:
      receipt.reversal === null
        ? { text: "Paid", tone: "good" }
        : { text: paymentStatusLabels[receipt.reversal], tone: "bad" },
    blocks: [
      {
        kind: "figures",
        figures: [...buildPayerRows(receipt), { name: "Description", value: receipt.description }],
      },
      buildTable([
        ...receipt.lines.map(({ description, amountCents }) => ({
          cells: [description, formatMoney(amountCents)],
        })),
        ...(receipt.feeCents === 0
          ? []
          : [
              { cells: ["Subtotal", formatMoney(receipt.amountCents)] },
              { cells: ["Card processing fee", formatMoney(receipt.feeCents)] },
            ]),
        { cells: ["Total paid", formatMoney(receipt.amountCents + receipt.feeCents)], isTotal: true },
      ]),
      ...(refunds.length === 0 ? [] : buildRefundPage(receipt, refunds)),
    ],
  };
}

const buildRefundPage = ({ number }: Receipt, refunds: readonly ReceiptRefund[]): PdfContent["blocks"] => [
  {
    kind: "text",
    startsPage: true,
    heading: `Refunded since receipt No. ${number} was issued`,
    paragraphs: ["The receipt itself stays as issued. Each refund also has its own confirmation."],
  },
  buildTable([
    ...refunds.map(({ refundedOn, reason, amountCents, feeCents }) => ({
      cells: [
        `Refund confirmation, ${formatCalendarDay(refundedOn)}: ${reason}`,
        formatMoney(amountCents + feeCents),
      ],
    })),
    {
      cells: [
        "Total refunded",
        formatMoney(refunds.reduce((sum, { amountCents, feeCents }) => sum + amountCents + feeCents, 0)),
      ],
      isTotal: true,
    },
  ]),
];

/** Returns the confirmation of a refund, which refers to the payment's receipt. */
export function toRefundPdf(receipt: Receipt, refund: ReceiptRefund): PdfContent {
  const day = formatCalendarDay(refund.refundedOn);
  return {
    ...buildLetterhead(receipt),
    title: `Refund confirmation, ${receipt.company}, ${day}`,
    heading: "Refund confirmation",
    details: [
      `Refunded ${day}`,
      `For receipt No. ${receipt.number}, paid ${formatCalendarDay(receipt.paidOn)}`,
    ],
    blocks: [
      { kind: "figures", figures: [...buildPayerRows(receipt), { name: "Reason", value: refund.reason }] },
      buildTable([
        { cells: ["Payment refunded", formatMoney(refund.amountCents)] },
        ...(refund.feeCents === 0
          ? []
          : [{ cells: ["Card processing fee refunded", formatMoney(refund.feeCents)] }]),
        { cells: ["Total refunded", formatMoney(refund.amountCents + refund.feeCents)], isTotal: true },
      ]),
    ],
  };
}

const buildLetterhead = ({ organization, company, units, property }: Receipt) => ({
  sender: { name: organization.name, lines: [organization.address.join(", "), organization.email] },
  recipient: [
    company,
    units.length === 0
      ? property.name
      : `${property.name}, ${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
    property.address.join(", "),
  ],
});

const buildPayerRows = ({ payer, company, reference, ...receipt }: Receipt) => [
  { name: "Paid by", value: payer?.fullName ?? company },
  { name: "Method", value: formatMethod(receipt) },
  ...(reference === "" ? [] : [{ name: "Reference", value: reference }]),
];

const buildTable = (rows: { cells: string[]; isTotal?: boolean }[]) => ({
  kind: "table" as const,
  columns: [
    { header: "For", share: 70 },
    { header: "Amount", share: 30, align: "right" as const },
  ],
  rows,
});
