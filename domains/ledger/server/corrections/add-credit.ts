import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { describeChargeKind, getIncomeAccount } from "../../accounts.ts";
import type { addCredit as addCreditEndpoint } from "../../contract.ts";
import { applyCreditFirst } from "../entries/apply-credit-first.ts";
import { findOpenCharge } from "../entries/find-charge.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

/**
 * Adds a credit to a lease, which reduces the income account of its type. It's applied to the given charge
 * first, then to other unpaid charges. Any remainder is applied to the next charge.
 * @throws AppError not_found; conflict for a draft; invalid
 */
export async function addCredit(
  ctx: SignedInCtx,
  leaseId: number,
  { kind, amountCents, chargeId, reason, onDay }: BodyOf<typeof addCreditEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = resolveEntryDay(account, onDay);
  const charges = chargeId === undefined ? [] : [await findOpenCharge(ctx, account, chargeId)];
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "credit",
      onDay: day,
      description: `Credit, ${describeChargeKind(kind)}`,
      reason,
      debit: getIncomeAccount(kind),
      credit: "receivable",
      amountCents,
      receivable: { dueOn: day, countsAs: "credited", chargeKind: kind },
    },
    "ledger.credit-added",
  );
  await applyCreditFirst(ctx, account, { id, amountCents, onDay: day }, charges);
  return id;
}
