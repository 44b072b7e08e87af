import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day, minDay } from "#shared/calendar.ts";
import { type Cents, negate, toCents } from "#shared/format/money.ts";
import type { Account } from "../../accounts.ts";
import { applyCredits } from "./apply-credits.ts";
import { toOpenDay } from "./closed-months.ts";
import { lockAccount } from "./lock-account.ts";
import { writeSingleEntry } from "./write-entry.ts";

/** An amount due from before the account was opened, or a credit if it's negative. */
export interface OpeningBalance {
  amountCents: Cents;
  dueOn: Day;
  /** What was charged. By default, only that it's an opening balance. */
  description?: string;
}

/**
 * Sets up the account of a lease whose ledger was kept elsewhere until the day before `from`, or until today
 * if `from` is null. Posts each opening balance with its due date, so that debt keeps its age, and the
 * deposit held. These amounts count as neither charged nor collected. Returns the ids of the entries.
 * @throws AppError not_found; conflict for a draft
 */
export async function openAccount(
  ctx: SignedInCtx,
  leaseId: number,
  {
    from: startsOn,
    balances,
    depositCents,
  }: { from: Day | null; balances: readonly OpeningBalance[]; depositCents: Cents },
): Promise<number[]> {
  const account = await lockAccount(ctx, leaseId);
  const lastDay = startsOn === null ? account.today : minDay(account.today, addDays(startsOn, -1));
  const { onDay, note } = toOpenDay(account.closed?.through, lastDay);
  const postBalance = (balanceCents: Cents, depositHeldCents: Cents, dueOn: Day, description = "") => {
    const amounts: [Account, number][] = [
      ["receivable", balanceCents],
      ["deposits", negate(depositHeldCents)],
      ["opening", depositHeldCents - balanceCents],
    ];
    const postings = amounts
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => ({ account: name, amountCents: toCents(amount) }));
    const receivable = { dueOn: minDay(dueOn, lastDay), countsAs: null, chargeKind: null };
    return writeSingleEntry(
      ctx,
      account,
      {
        kind: "opening",
        onDay,
        description: description === "" ? "Opening balance" : `Opening balance: ${description}`,
        reason: note,
        postings,
        ...(balanceCents === 0 ? {} : { receivable }),
      },
      { action: "ledger.account-opened", amountCents: balanceCents, depositCents: depositHeldCents },
    );
  };
  const balancesToPost = balances.filter(({ amountCents }) => amountCents !== 0);
  if (balancesToPost.length === 0 && depositCents !== 0)
    balancesToPost.push({ amountCents: toCents(0), dueOn: onDay });
  // The deposit is part of the first entry.
  const entryIds: number[] = [];
  for (const [index, { amountCents, dueOn, description }] of balancesToPost.entries())
    entryIds.push(
      await postBalance(amountCents, index === 0 ? depositCents : toCents(0), dueOn, description),
    );
  await applyCredits(ctx, [leaseId], { onDay });
  return entryIds;
}
