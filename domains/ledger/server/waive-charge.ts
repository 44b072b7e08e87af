import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { incomeOf } from "../accounts.ts";
import type { waiveCharge as waiveChargeEndpoint } from "../contract.ts";
import { findOpenCharge } from "./find-charge.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleFirst } from "./settle-first.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Waives the open amount of a charge, or a part of it: it is no longer owed, and lowers the income of its kind.
 * @throws AppError not_found; conflict for a draft; invalid for more than is open
 */
export async function waiveCharge(
  ctx: SignedInCtx,
  leaseId: number,
  { chargeId, amountCents, reason, onDay }: BodyOf<typeof waiveChargeEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = entryDay(account, onDay);
  const charge = await findOpenCharge(ctx, account, chargeId);
  const open = toCents(charge.openCents);
  const amount = amountCents ?? open;
  if (amount > open) throw invalid({ amountCents: `Only ${formatCents(open)} of this charge is open.` });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "waiver",
      onDay: day,
      description: `Waived: ${charge.description}`,
      reason,
      // An opening balance was no income here.
      debit: charge.kind === null ? "opening" : incomeOf(charge.kind),
      credit: "receivable",
      amountCents: amount,
      owed: { dueOn: day, countsAs: "credited", chargeKind: charge.kind },
    },
    "ledger.charge-waived",
  );
  await settleFirst(ctx, account, { id, amountCents: amount, onDay: day }, [charge]);
  return id;
}
