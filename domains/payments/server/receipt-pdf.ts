import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { paymentMethodLabels } from "../methods.ts";
import type { Receipt } from "./receipt.ts";

const money = (cents: number): string => formatCents(toCents(cents));

/** A receipt as the letter it is; as page and as PDF it says the same. */
export function receiptAsPdf(receipt: Receipt): PdfContent {
  const { number, organisation, company, property, units, paidOn, payer, isEstimated } = receipt;
  const day = formatCalendarDay(paidOn);
  const backCents = receipt.refundedCents + receipt.feeRefundedCents;
  return {
    title: `Payment receipt ${number}, ${company}, ${day}`,
    sender: { name: organisation.name, lines: [...organisation.address, organisation.email] },
    heading: "Payment receipt",
    facts: [
      `No. ${number}`,
      `Paid ${day}`,
      ...(receipt.isReversed ? ["RETURNED: this payment was taken back"] : []),
    ],
    recipient: [
      company,
      units.length === 0
        ? property.name
        : `${property.name}, ${units.length === 1 ? "unit" : "units"} ${units.join(", ")}`,
      property.address.join(", "),
    ],
    blocks: [
      {
        kind: "figures",
        figures: [
          { name: "Paid by", value: payer?.fullName ?? company },
          { name: "Method", value: paymentMethodLabels[receipt.method] },
          ...(receipt.reference === "" ? [] : [{ name: "Reference", value: receipt.reference }]),
          { name: "Description", value: receipt.description },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: isEstimated ? "Estimated breakdown" : "For", share: 70 },
          { header: "Amount", share: 30, align: "right" },
        ],
        rows: [
          ...receipt.lines.map(({ description, amountCents }) => ({
            cells: [description, money(amountCents)],
          })),
          ...(receipt.feeCents === 0
            ? []
            : [
                { cells: ["Payment", money(receipt.amountCents)] },
                { cells: ["Card processing fee", money(receipt.feeCents)] },
              ]),
          {
            cells: ["Total paid", money(receipt.amountCents + receipt.feeCents)],
            isStrong: true,
          },
          ...(backCents === 0
            ? []
            : [{ cells: ["Given back since, with its part of the fee", money(backCents)], isStrong: true }]),
        ],
      },
    ],
  };
}
