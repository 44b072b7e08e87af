import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type Account, getIncomeAccount } from "../../accounts.ts";
import type { waiveCharge as waiveChargeEndpoint } from "../../contract.ts";
import { applyCreditFirst } from "../entries/apply-credit-first.ts";
import { type Charge, findOpenCharge } from "../entries/find-charge.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

/**
 * Waives all or part of the unpaid amount of a charge. It's no longer due, and the income account of its type
 * is reduced.
 * @throws AppError not_found; conflict for a draft; invalid for more than the unpaid amount
 */
export async function waiveCharge(
  ctx: SignedInCtx,
  leaseId: number,
  { chargeId, amountCents, reason, onDay }: BodyOf<typeof waiveChargeEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = resolveEntryDay(account, onDay);
  const charge = await findOpenCharge(ctx, account, chargeId);
  const openCents = toCents(charge.openCents);
  const waivedCents = amountCents ?? openCents;
  if (waivedCents > openCents)
    throw invalid({ amountCents: `Only ${formatCents(openCents)} of this charge is unpaid.` });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "waiver",
      onDay: day,
      description: `Waived: ${charge.description}`,
      reason,
      debit: getWaivedAccount(charge),
      credit: "receivable",
      amountCents: waivedCents,
      receivable: { dueOn: day, countsAs: "credited", chargeKind: charge.kind },
    },
    "ledger.charge-waived",
  );
  await applyCreditFirst(ctx, account, { id, amountCents: waivedCents, onDay: day }, [charge]);
  return id;
}

/** Returns the account to reduce. An opening balance or a paid-out credit was never posted as income here. */
function getWaivedAccount({ kind, entryKind }: Charge): Account {
  if (kind !== null) return getIncomeAccount(kind);
  return entryKind === "opening" ? "opening" : "write-offs";
}
