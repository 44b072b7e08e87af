import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { exportPayments, Payment } from "../contract.ts";
import { paymentMethodLabels } from "../methods.ts";
import { paymentStatusLabels } from "../statuses.ts";
import { listPayments } from "./list-payments.ts";

/** The payments that the list shows, for spreadsheets. */
export const paymentsAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportPayments>,
): CsvTable<Payment> => ({
  name: "payments",
  columns: {
    Number: ({ id }) => id,
    Receipt: ({ receiptNumber }) => receiptNumber,
    Status: ({ status }) => paymentStatusLabels[status],
    "Paid on": ({ paidOn }) => paidOn,
    "Due on": ({ dueOn }) => dueOn,
    Description: ({ description }) => description,
    "Amount (USD)": ({ amountCents }) => plainDollars(amountCents),
    "Card fee (USD)": ({ feeCents }) => plainDollars(feeCents),
    "Given back (USD)": ({ refundedCents }) => plainDollars(refundedCents),
    Method: ({ method }) => (method === null ? null : paymentMethodLabels[method]),
    Reference: ({ reference }) => reference,
    "Paid by": ({ user }) => user?.fullName ?? null,
    Company: ({ company }) => company,
    Building: ({ property }) => property.name,
    Unit: ({ unit }) => unit?.unitNumber ?? null,
    "Contested by the bank": ({ dispute }) => dispute?.state ?? null,
  },
  rows: rowsOf((part) => listPayments(ctx, { ...input, ...part }), input),
});
