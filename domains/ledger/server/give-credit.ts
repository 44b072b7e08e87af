import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { incomeOf, owedKindLabels } from "../accounts.ts";
import type { giveCredit as giveCreditEndpoint } from "../contract.ts";
import { findOpenCharge } from "./find-charge.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleFirst } from "./settle-first.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Gives a lease a credit, which lowers the income of its kind. It settles the named charge first, then other open charges;
 * the rest is used for the next charge. @throws AppError not_found; conflict for a draft; invalid
 */
export async function giveCredit(
  ctx: SignedInCtx,
  leaseId: number,
  { kind, amountCents, chargeId, reason, onDay }: BodyOf<typeof giveCreditEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = entryDay(account, onDay);
  const charges = chargeId === undefined ? [] : [await findOpenCharge(ctx, account, chargeId)];
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "credit",
      onDay: day,
      description: `Credit, ${owedKindLabels[kind].toLowerCase()}`,
      reason,
      debit: incomeOf(kind),
      credit: "receivable",
      amountCents,
      owed: { dueOn: day, countsAs: "credited", chargeKind: kind },
    },
    "ledger.credit-given",
  );
  await settleFirst(ctx, account, { id, amountCents, onDay: day }, charges);
  return id;
}
