import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day, minDay } from "#shared/calendar.ts";
import { type Cents, negate, toCents } from "#shared/format/money.ts";
import type { Account } from "../../accounts.ts";
import { applyCredits } from "./apply-credits.ts";
import { toOpenDay } from "./closed-months.ts";
import { lockAccount } from "./lock-account.ts";
import { writeSingleEntry } from "./write-entry.ts";

/**
 * Sets up the account of a lease whose ledger was kept elsewhere until the day before `from`. Posts the
 * opening balance (negative is credit), due that day, and the deposit held. It counts as neither charged nor
 * collected.
 * @throws AppError not_found; conflict for a draft
 */
export async function openAccount(
  ctx: SignedInCtx,
  leaseId: number,
  { from: startsOn, balanceCents, depositCents }: { from: Day; balanceCents: Cents; depositCents: Cents },
): Promise<void> {
  const account = await lockAccount(ctx, leaseId);
  const dueOn = minDay(account.today, addDays(startsOn, -1));
  const { onDay, note } = toOpenDay(account.closed?.through, dueOn);
  const amounts: [Account, number][] = [
    ["receivable", balanceCents],
    ["deposits", negate(depositCents)],
    ["opening", depositCents - balanceCents],
  ];
  const postings = amounts
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => ({ account: name, amountCents: toCents(amount) }));
  if (postings.length === 0) return;
  await writeSingleEntry(
    ctx,
    account,
    {
      kind: "opening",
      onDay,
      description: "Opening balance",
      reason: note,
      postings,
      ...(balanceCents === 0 ? {} : { receivable: { dueOn, countsAs: null, chargeKind: null } }),
    },
    { action: "ledger.account-opened", amountCents: balanceCents, depositCents },
  );
  await applyCredits(ctx, [leaseId], { onDay });
}
