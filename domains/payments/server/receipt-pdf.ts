import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { paymentMethodLabels } from "../methods.ts";
import type { Receipt, RefundOfReceipt } from "./receipt.ts";

const money = (cents: number): string => formatCents(toCents(cents));

/** A receipt as a letter; page and PDF have the same contents. */
export function receiptAsPdf(receipt: Receipt): PdfContent {
  const { number, company, paidOn } = receipt;
  const day = formatCalendarDay(paidOn);
  return {
    ...letterOf(receipt),
    title: `Payment receipt ${number}, ${company}, ${day}`,
    heading: "Payment receipt",
    facts: [
      `No. ${number}`,
      `Paid ${day}`,
      ...(receipt.isReversed ? ["RETURNED: this payment was taken back"] : []),
    ],
    blocks: [
      {
        kind: "figures",
        figures: [...payerOf(receipt), { name: "Description", value: receipt.description }],
      },
      table([
        ...receipt.lines.map(({ description, amountCents }) => ({
          cells: [description, money(amountCents)],
        })),
        ...(receipt.feeCents === 0
          ? []
          : [
              { cells: ["Payment", money(receipt.amountCents)] },
              { cells: ["Card processing fee", money(receipt.feeCents)] },
            ]),
        { cells: ["Total paid", money(receipt.amountCents + receipt.feeCents)], isStrong: true },
      ]),
    ],
  };
}

/** The confirmation of a refund, which names the receipt of its payment. */
export function refundAsPdf(receipt: Receipt, refund: RefundOfReceipt): PdfContent {
  const day = formatCalendarDay(refund.refundedOn);
  return {
    ...letterOf(receipt),
    title: `Refund confirmation, ${receipt.company}, ${day}`,
    heading: "Refund confirmation",
    facts: [`Refunded ${day}`, `Of receipt No. ${receipt.number}, paid ${formatCalendarDay(receipt.paidOn)}`],
    blocks: [
      { kind: "figures", figures: [...payerOf(receipt), { name: "Reason", value: refund.reason }] },
      table([
        { cells: ["Refunded of the payment", money(refund.amountCents)] },
        ...(refund.feeCents === 0
          ? []
          : [{ cells: ["Refunded of the card processing fee", money(refund.feeCents)] }]),
        { cells: ["Total refunded", money(refund.amountCents + refund.feeCents)], isStrong: true },
      ]),
    ],
  };
}

const letterOf = ({ organisation, company, units, property }: Receipt) => ({
  sender: { name: organisation.name, lines: [...organisation.address, organisation.email] },
  recipient: [
    company,
    units.length === 0
      ? property.name
      : `${property.name}, ${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
    property.address.join(", "),
  ],
});

const payerOf = ({ payer, company, method, reference }: Receipt) => [
  { name: "Paid by", value: payer?.fullName ?? company },
  { name: "Method", value: paymentMethodLabels[method] },
  ...(reference === "" ? [] : [{ name: "Reference", value: reference }]),
];

const table = (rows: { cells: string[]; isStrong?: boolean }[]) => ({
  kind: "table" as const,
  columns: [
    { header: "For", share: 70 },
    { header: "Amount", share: 30, align: "right" as const },
  ],
  rows,
});
