import { sql } from "kysely";
import { findCharges } from "#domains/ledger/server/entries/find-charge.ts";
import {
  type LockedAccount,
  type LockedAccounts,
  lockAccounts,
  resolveEntryDay,
} from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { AppError, invalid, notFound } from "#shared/errors.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  BankDepositPayment,
  RecordedBankDeposit,
  recordBankDeposit as recordBankDepositEndpoint,
} from "../../bank-deposits-contract.ts";
import { findSamePayments } from "../manual-payments/find-same-payments.ts";
import { takeReceivedPayment } from "../manual-payments/receive-payment.ts";
import { claimBankLine } from "./bank-lines.ts";
import { findRecordedLines } from "./find-recorded-lines.ts";

type NewBankDeposit = BodyOf<typeof recordBankDepositEndpoint>;
type DepositSlip = Omit<NewBankDeposit, "payments">;
/** Messages by field, such as `payments.3.amountCents`. */
type Errors = Record<string, string>;

/**
 * Records all payments of a bank deposit, each like a single payment, or none. The accounts are locked first,
 * so if two people record the same checks, the second sees the first one's payments.
 * @throws AppError invalid, with every error of every payment
 */
export async function recordBankDeposit(
  ctx: SignedInCtx,
  body: NewBankDeposit,
): Promise<RecordedBankDeposit> {
  const accounts = await lockAccounts(
    ctx,
    body.payments.map(({ leaseId }) => leaseId),
  );
  await assertValid(ctx, body, accounts);
  const id = await insertBankDeposit(ctx, body);
  for (const [index, payment] of body.payments.entries()) {
    const account = accounts.get(payment.leaseId) as LockedAccount;
    const paymentId = await takeReceivedPayment(ctx, account, payment, id);
    const { bankLine } = payment;
    if (bankLine !== undefined && (await claimBankLine(ctx, bankLine, { payment_id: paymentId })) === null)
      throw invalid({ [`payments.${index}.leaseId`]: claimedBankLineMessage });
  }
  await audit(ctx, {
    action: "payment.bank-deposit-recorded",
    subjectType: "bank-deposit",
    subjectId: id,
    details: { payments: body.payments.length, amountCents: sumCents(body.payments) },
  });
  return { id, payments: await readRecordedPayments(ctx, id) };
}

const claimedBankLineMessage =
  "This line of the bank file has since been recorded or set aside. Remove it, or choose the file again.";

export const sumCents = (payments: readonly { amountCents: number }[]): Cents =>
  toCents(payments.reduce((sum, { amountCents }) => sum + amountCents, 0));

async function assertValid(ctx: SignedInCtx, body: NewBankDeposit, accounts: LockedAccounts): Promise<void> {
  const errors = checkSlip(body, sumCents(body.payments), accounts);
  for (const [index, payment] of body.payments.entries())
    await collectErrors(errors, index, () => assertPaymentValid(ctx, accounts.get(payment.leaseId), payment));
  const bankLines = [...body.payments.entries()].filter(
    ([, { bankLine, isDifferentPayment }]) => bankLine !== undefined && isDifferentPayment !== true,
  );
  const matches = await findRecordedLines(
    ctx,
    bankLines.map(([, payment]) => payment),
  );
  for (const [at, [index]] of bankLines.entries()) {
    const match = matches[at] ?? null;
    if (match !== null)
      errors[`payments.${index}.leaseId`] ??= `Already ${match.description}. ${adviceByKind[match.kind]}`;
  }
  const samePayments = await findSamePayments(ctx, body.payments);
  for (const [index, message] of samePayments)
    if (errors[`payments.${index}.leaseId`] === undefined) errors[`payments.${index}.reference`] ??= message;
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const adviceByKind = {
  payment: "Link this line to it, or say that it's a different payment.",
  "bank-deposit": "Link this line to it, or say that it's a different payment.",
  report: "Approve the report instead, or say that it's a different payment.",
} as const;

/**
 * Returns the errors of the deposit slip. The date is rejected only if it's in the future at every property,
 * because their time zones can differ.
 */
export function checkSlip(
  { slipCents = null, depositedOn }: DepositSlip,
  amountCents: Cents,
  accounts: LockedAccounts,
): Errors {
  const errors: Errors = {};
  if (slipCents !== null && slipCents !== amountCents)
    errors["slipCents"] =
      `The deposit slip says ${formatCents(slipCents)}, but the payments add up to ${formatCents(amountCents)}.`;
  const days = [...accounts.values()].flatMap((account) => (account === "draft" ? [] : [account.today]));
  if (days.length > 0 && days.every((today) => depositedOn > today))
    errors["depositedOn"] = "That date is in the future.";
  return errors;
}

async function assertPaymentValid(
  ctx: SignedInCtx,
  account: LockedAccount | "draft" | undefined,
  { onDay, chargeIds = [] }: BankDepositPayment,
): Promise<void> {
  if (account === undefined) throw invalid({ leaseId: notFound("lease").message });
  if (account === "draft") throw invalid({ leaseId: "This lease is a draft. Activate it first." });
  resolveEntryDay(account, onDay);
  await findCharges(ctx, account, chargeIds, "chargeIds");
}

/** Adds the messages that `check` throws, by field of the payment. */
async function collectErrors(errors: Errors, index: number, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.extras.fields === undefined) throw error;
    for (const [field, message] of Object.entries(error.extras.fields))
      errors[`payments.${index}.${field}`] = message;
  }
}

export async function insertBankDeposit(
  ctx: SignedInCtx,
  { depositedOn, slipCents, note = "" }: DepositSlip,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("bank_deposits")
    .values({
      deposited_on: depositedOn,
      slip_cents: slipCents ?? null,
      note,
      created_by_id: ctx.actor.id,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns each payment as recorded, with the lease's new balance, in the order of the request. */
async function readRecordedPayments(
  { db }: SignedInCtx,
  id: number,
): Promise<RecordedBankDeposit["payments"]> {
  const { rows } = await sql<RecordedBankDeposit["payments"][number]>`
    select p.entry_id as id, p.receipt_number as "receiptNumber", p.lease_id as "leaseId", c.name as company,
      p.amount_cents as "amountCents", a.balance_cents as "balanceCents"
    from payments p join leases l on l.id = p.lease_id join companies c on c.id = l.company_id
      join lease_accounts a on a.lease_id = p.lease_id
    where p.bank_deposit_id = ${id} order by p.entry_id`.execute(db);
  return rows;
}
