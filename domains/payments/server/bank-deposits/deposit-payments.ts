import { lockAccounts } from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  BankDeposit,
  depositPayments as depositPaymentsEndpoint,
} from "../../bank-deposits-contract.ts";
import type { Payment } from "../../contract.ts";
import { findPaymentsByIds } from "../history/find-payments.ts";
import { getBankDeposit } from "./list-bank-deposits.ts";
import { checkSlip, insertBankDeposit, sumCents } from "./record-bank-deposit.ts";

/**
 * Puts recorded checks and cash in a new bank deposit, all or none. Nothing is posted, so payments of a closed
 * month can be deposited too. With the accounts locked, a payment can't be reversed, moved, or deposited by
 * someone else at the same time.
 * @throws AppError not_found; conflict for a payment that can't be deposited; invalid
 */
export async function depositPayments(
  ctx: SignedInCtx,
  { paymentIds, ...slip }: BodyOf<typeof depositPaymentsEndpoint>,
): Promise<BankDeposit> {
  const ids = [...new Set(paymentIds)];
  const leaseIds = (await requirePayments(ctx, ids)).map(({ leaseId }) => leaseId);
  const accounts = await lockAccounts(ctx, leaseIds);
  const payments = await requirePayments(ctx, ids);
  const rejected = payments.find(({ canDeposit }) => !canDeposit);
  if (rejected !== undefined)
    throw conflict(
      `Receipt ${rejected.receiptNumber} can't be added. It's in a bank deposit, reversed, refunded, or not a check or cash.`,
    );
  const amountCents = sumCents(payments);
  const errors = checkSlip(slip, amountCents, accounts);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const id = await insertBankDeposit(ctx, slip);
  await ctx.db.updateTable("payments").set({ bank_deposit_id: id }).where("entry_id", "in", ids).execute();
  await audit(ctx, {
    action: "payment.bank-deposit-recorded",
    subjectType: "bank-deposit",
    subjectId: id,
    details: { payments: payments.length, amountCents },
  });
  return getBankDeposit(ctx, id);
}

async function requirePayments(ctx: SignedInCtx, ids: readonly number[]): Promise<Payment[]> {
  const payments = await findPaymentsByIds(ctx, ids);
  if (payments.length < ids.length) throw notFound("payment");
  return payments;
}
