import { appendMethod, type PaymentMethod } from "#domains/payments/methods.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Account, DepositAction, DepositMove } from "../../accounts.ts";
import type { moveDeposit as moveDepositEndpoint } from "../../contract.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { findMinimumDeposit } from "../entries/find-minimum-deposit.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

/**
 * Records a security deposit received, refunded, or applied to the balance, or applied with the rest
 * refunded. Refunds and applications can't exceed the deposit held from that date on, and applications can't
 * exceed the balance due. Returns the id of the last entry.
 * @throws AppError not_found; conflict for a draft; invalid
 */
export async function moveDeposit(
  ctx: SignedInCtx,
  leaseId: number,
  { action, amountCents, reason, onDay, method, reference }: BodyOf<typeof moveDepositEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = resolveEntryDay(account, onDay);
  if (action !== "received") {
    const heldCents = await findMinimumDeposit(ctx, leaseId, day);
    if (amountCents > heldCents)
      throw invalid({ amountCents: describeHeldDeposit(heldCents, day === account.today ? undefined : day) });
  }
  if (action === "applied" && amountCents > account.balanceCents)
    throw invalid({
      amountCents:
        account.balanceCents <= 0
          ? "Nothing is due. You can refund the rest of the deposit."
          : `Only ${formatCents(toCents(account.balanceCents))} is due. You can refund the rest of the deposit.`,
    });
  let entryId = 0;
  for (const move of listMoves(action, amountCents, account.balanceCents))
    entryId = await writeEntry(
      ctx,
      account,
      {
        kind: `deposit-${move.action}`,
        onDay: day,
        description: describeMove(move.action, method, reference),
        reason,
        ...accountsByAction[move.action],
        amountCents: move.amountCents,
        ...(move.action === "applied"
          ? { receivable: { dueOn: day, countsAs: null, chargeKind: null } }
          : {}),
      },
      `ledger.deposit-${move.action}`,
    );
  if (action !== "received" && action !== "refunded") await applyCredits(ctx, [leaseId], { onDay: day });
  return entryId;
}

/** Returns the entries to write. The part that is due is applied first, and the rest is refunded. */
function listMoves(
  action: DepositMove,
  amountCents: Cents,
  balanceCents: number,
): { action: DepositAction; amountCents: Cents }[] {
  if (action !== "applied-rest-refunded") return [{ action, amountCents }];
  const appliedCents = toCents(Math.min(amountCents, Math.max(0, balanceCents)));
  return [
    { action: "applied" as const, amountCents: appliedCents },
    { action: "refunded" as const, amountCents: toCents(amountCents - appliedCents) },
  ].filter((move) => move.amountCents > 0);
}

/** Such as `Security deposit refunded by check, 1042`. No money changes hands when a deposit is applied. */
function describeMove(
  action: DepositAction,
  method: PaymentMethod | undefined,
  reference: string | undefined,
): string {
  if (action === "applied") return descriptions.applied;
  const description = descriptions[action];
  return [method === undefined ? description : appendMethod(description, method), reference]
    .filter(Boolean)
    .join(", ");
}

/** Describes how much deposit is held, today or as of another date. */
function describeHeldDeposit(heldCents: number, asOf: Day | undefined): string {
  const amount = formatCents(toCents(heldCents));
  if (asOf === undefined) return heldCents <= 0 ? "No deposit is held." : `Only ${amount} is held.`;
  const date = formatCalendarDay(asOf);
  return heldCents <= 0 ? `No deposit is held as of ${date}.` : `Only ${amount} is held as of ${date}.`;
}

const accountsByAction = {
  received: { debit: "bank", credit: "deposits" },
  refunded: { debit: "deposits", credit: "bank" },
  applied: { debit: "deposits", credit: "receivable" },
} as const satisfies Record<DepositAction, { debit: Account; credit: Account }>;

const descriptions = {
  received: "Security deposit received",
  refunded: "Security deposit refunded",
  applied: "Security deposit applied to balance",
} as const satisfies Record<DepositAction, string>;
