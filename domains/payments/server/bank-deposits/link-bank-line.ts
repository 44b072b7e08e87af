import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { linkBankLine as linkBankLineEndpoint } from "../../bank-lines-contract.ts";
import { bankDepositScope } from "../access.ts";
import { findPaymentsByIds } from "../history/find-payments.ts";
import { claimBankLine, getLastFour } from "./bank-lines.ts";
import { depositPayments } from "./deposit-payments.ts";

/**
 * Links a line of a bank file to the payment or bank deposit that was recorded for it, so that it isn't
 * recorded again. A check or cash that isn't in a bank deposit gets one with the date of the line.
 * @throws AppError not_found; conflict if the line or the record is already linked
 */
export async function linkBankLine(
  ctx: SignedInCtx,
  { kind, id, onDay, ...line }: BodyOf<typeof linkBankLineEndpoint>,
): Promise<void> {
  await (kind === "payment" ? lockPayment(ctx, id) : lockBankDeposit(ctx, id));
  if (kind === "payment") {
    const [payment] = await findPaymentsByIds(ctx, [id]);
    if (payment?.canDeposit === true) await depositPayments(ctx, { depositedOn: onDay, paymentIds: [id] });
  }
  const lineId = await claimBankLine(
    ctx,
    line,
    kind === "payment" ? { payment_id: id } : { bank_deposit_id: id },
  );
  if (lineId === null) throw conflict("This line was already recorded or set aside. Choose the file again.");
  await audit(ctx, {
    action: "payment.bank-line-linked",
    subjectType: "bank-line",
    subjectId: lineId,
    details: { account: getLastFour(line.accountNumber), linkedTo: kind, linkedId: id },
  });
}

async function lockPayment(ctx: SignedInCtx, id: number): Promise<void> {
  if ((await findPaymentsByIds(ctx, [id])).length === 0) throw notFound("payment");
  const { rows } = await sql`
    select from payments e where e.entry_id = ${id} and e.reversal_cause is null
      and not exists (select from bank_lines b where b.payment_id = e.entry_id) for update`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict("This payment was reversed, or another line is linked to it. Choose the file again.");
}

async function lockBankDeposit(ctx: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql<{ isLinked: boolean }>`
    select exists (select from bank_lines b where b.bank_deposit_id = d.id) as "isLinked"
    from bank_deposits d where d.id = ${id} and ${bankDepositScope(ctx.actor.accessScope)} for update`.execute(
    ctx.db,
  );
  if (rows[0] === undefined) throw notFound("bank deposit");
  if (rows[0].isLinked) throw conflict("Another line is linked to this bank deposit. Choose the file again.");
}
