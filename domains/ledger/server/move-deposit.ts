import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Account, DepositAction } from "../accounts.ts";
import type { moveDeposit as moveDepositEndpoint } from "../contract.ts";
import { leastHeldFrom } from "./held-deposit.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleOpen } from "./settle.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Takes a deposit, returns it, or applies it to the balance: no more than is held from that day on can be returned or
 * applied, and no more than is owed can be applied.
 * @throws AppError not_found; conflict for a draft; invalid
 */
export async function moveDeposit(
  ctx: SignedInCtx,
  leaseId: number,
  { action, amountCents, reason, onDay }: BodyOf<typeof moveDepositEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = entryDay(account, onDay);
  if (action !== "taken") {
    const heldCents = await leastHeldFrom(ctx, leaseId, day);
    const since = day === account.today ? "" : ` from ${formatCalendarDay(day)} on`;
    if (amountCents > heldCents)
      throw invalid({
        amountCents: `${heldCents <= 0 ? "No deposit" : `Only ${formatCents(toCents(heldCents))}`} is held${since}.`,
      });
  }
  if (action === "applied" && amountCents > account.balanceCents)
    throw invalid({
      amountCents: `${account.balanceCents <= 0 ? "Nothing" : `Only ${formatCents(toCents(account.balanceCents))}`} is owed. What is left of the deposit can be returned.`,
    });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: `deposit-${action}`,
      onDay: day,
      description: words[action],
      reason,
      ...ways[action],
      amountCents,
      ...(action === "applied"
        ? { owed: { dueOn: day, countsAs: "credited" as const, chargeKind: null } }
        : {}),
    },
    `ledger.deposit-${action}`,
  );
  if (action === "applied") await settleOpen(ctx, [leaseId], { onDay: day });
  return id;
}

const ways = {
  taken: { debit: "bank", credit: "deposits" },
  returned: { debit: "deposits", credit: "bank" },
  applied: { debit: "deposits", credit: "receivable" },
} as const satisfies Record<DepositAction, { debit: Account; credit: Account }>;

const words = {
  taken: "Deposit taken",
  returned: "Deposit returned",
  applied: "Deposit applied to what is owed",
} as const satisfies Record<DepositAction, string>;
