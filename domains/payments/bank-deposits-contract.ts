import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { bankLine } from "./bank-lines-contract.ts";
import { receivePayment } from "./staff-contract.ts";

export const maxBankDepositPayments = 200;

/** A payment in a bank deposit, with the fields of a single payment. */
export const bankDepositPayment = z.extend(z.omit(receivePayment.body, { note: true }), {
  leaseId: z.int("Please select a tenant"),
  /** The line of a bank file it was read from. Each line can be recorded once. */
  bankLine: z.optional(bankLine),
  /** Whether the user says that the line isn't for the payment that was recorded before. */
  isDifferentPayment: z.optional(z.boolean()),
});
export type BankDepositPayment = z.output<typeof bankDepositPayment>;

const depositSlip = {
  depositedOn: day("Please enter the date of the bank deposit"),
  /** The total of the deposit slip. It must equal the sum of the payments. */
  slipCents: z.optional(z.nullable(cents("Please enter an amount above $0.00"))),
  note: z.optional(text(0, "", 500)),
};
const tooManyPayments = `A bank deposit can have up to ${maxBankDepositPayments} payments.`;

export const newBankDeposit = z.object({
  ...depositSlip,
  payments: z
    .array(bankDepositPayment)
    .check(z.minLength(1, "Add at least one payment."), z.maxLength(maxBankDepositPayments, tooManyPayments)),
});

export const bankDeposit = z.object({
  id: z.number(),
  depositedOn: z.string(),
  /** The payments the user can access, and their sum. A payment that was moved counts once, and one entered by mistake doesn't count. */
  payments: z.number(),
  totalCents: z.number(),
  /** Null if it wasn't entered, or if the user can't access all payments. */
  slipCents: z.nullable(z.number()),
  note: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type BankDeposit = z.infer<typeof bankDeposit>;

export const recordBankDeposit = endpoint({
  method: "POST",
  path: "/api/bank-deposits",
  action: "payments.record",
  summary:
    "Record the payments of a bank deposit, all or none; errors name fields such as payments.3.amountCents",
  body: newBankDeposit,
  maxBodyBytes: 512 * 1024,
  response: z.object({
    id: z.number(),
    /** In the order of the request. */
    payments: z.array(
      z.object({
        id: z.number(),
        receiptNumber: z.number(),
        leaseId: z.number(),
        company: z.string(),
        amountCents: z.number(),
        /** The lease's balance after the bank deposit: positive is due, negative is credit. */
        balanceCents: z.number(),
      }),
    ),
  }),
  status: 201,
});
export type RecordedBankDeposit = z.infer<(typeof recordBankDeposit)["response"]>;

export const depositPayments = endpoint({
  method: "POST",
  path: "/api/bank-deposits/recorded-payments",
  action: "payments.record",
  summary: "Put recorded checks and cash in a new bank deposit, all or none",
  body: z.object({
    ...depositSlip,
    paymentIds: z
      .array(id)
      .check(
        z.minLength(1, "Select at least one payment."),
        z.maxLength(maxBankDepositPayments, tooManyPayments),
      ),
  }),
  response: bankDeposit,
  status: 201,
});

export const listBankDeposits = endpoint({
  method: "GET",
  path: "/api/bank-deposits",
  action: "payments.record",
  summary: "List bank deposits with payments you can access, newest first",
  query: z.object(paging),
  response: z.array(bankDeposit),
});

export const exportBankDeposits = csvEndpoint(listBankDeposits);

export const readBankDeposit = endpoint({
  method: "GET",
  path: "/api/bank-deposits/:id",
  action: "payments.record",
  summary: "Get one bank deposit; to list its payments, filter payments by bankDepositId",
  params: byId,
  response: bankDeposit,
});
