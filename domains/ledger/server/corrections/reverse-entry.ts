import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, maxDay } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { EntryKind } from "../../accounts.ts";
import type { reverseEntry as reverseEntryEndpoint } from "../../contract.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { findMinimumDeposit } from "../entries/find-minimum-deposit.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import {
  findEntry,
  getDepositChange,
  type ReversibleEntry,
  writeReversal,
} from "../entries/write-reversal.ts";
import { postCharges } from "../posting/post-charges.ts";

/**
 * Reverses an entry and undoes its allocations. The freed amounts are applied again in the default order. The
 * entry and its reversal are applied to each other.
 * @throws AppError not_found; invalid for an entry of another lease; conflict for an entry that can't be
 * reversed
 */
export async function reverseEntry(
  ctx: SignedInCtx,
  leaseId: number,
  { entryId, cause = "returned", reason, onDay: requestedDay }: BodyOf<typeof reverseEntryEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const entry = await findEntry(ctx, leaseId, entryId);
  assertReversible(ctx, entry);
  const onDay = maxDay(resolveEntryDay(account, requestedDay), entry.onDay);
  if (requestedDay !== undefined && requestedDay < entry.onDay)
    throw invalid({
      onDay: `This entry is effective ${formatCalendarDay(entry.onDay)}. The reversal can't be dated earlier.`,
    });
  if (getDepositChange(entry) > 0) await assertDepositHeld(ctx, leaseId, getDepositChange(entry), onDay);
  const id = await writeReversal(ctx, account, entry, {
    onDay,
    reason,
    // Only a payment can be returned.
    cause: entry.kind === "payment" ? cause : "mistake",
  });
  // The waived or written-off amount is due again, unless changed lease dates no longer include it.
  if (isForgiveness(entry.kind)) await postCharges(ctx, [leaseId]);
  else await applyCredits(ctx, [leaseId], { onDay });
  return id;
}

const isForgiveness = (kind: EntryKind): boolean => kind === "waiver" || kind === "write-off";

/** Checks whether the entry can be reversed. @throws AppError conflict, with what to do instead */
export function assertReversible({ cards }: SignedInCtx, entry: ReversibleEntry): void {
  if (entry.kind === "reversal") throw conflict("This entry is a reversal. Post the original again instead.");
  if (entry.isReversed) throw conflict("This entry has already been reversed.");
  if (entry.reconciledYear !== null)
    throw conflict(
      `This entry is part of the reconciliation of ${entry.reconciledYear}. Reverse or correct the reconciliation instead.`,
    );
  if (entry.isRefunded)
    throw conflict("Part of this payment has been refunded. Refund the rest instead of reversing it.");
  if (entry.isProviderRefund)
    throw conflict("The card provider has already refunded this payment, so it can't be reversed here.");
  // A provider that is no longer configured sends no events, so staff enter its refunds and chargebacks.
  if (entry.receivedBy !== null && entry.receivedBy === cards?.kind)
    throw conflict(
      "This payment went through the card provider. Refund it instead. Chargebacks are posted automatically.",
    );
  if (entry.isAdjusted)
    throw conflict("This charge was adjusted when the lease dates changed. Reverse the adjustment first.");
  const forgiveness = entry.allocated.find(
    ({ creditId, otherKind }) => creditId !== entry.id && isForgiveness(otherKind),
  );
  if (forgiveness !== undefined)
    throw conflict(`“${forgiveness.otherDescription}” is applied to this charge. Reverse that first.`);
}

/**
 * Checks that the deposit can still be reversed. @throws AppError conflict if less than that amount is held
 * on `onDay` or later
 */
async function assertDepositHeld(
  ctx: SignedInCtx,
  leaseId: number,
  removedCents: number,
  onDay: Day,
): Promise<void> {
  const heldCents = await findMinimumDeposit(ctx, leaseId, onDay);
  if (removedCents > heldCents)
    throw conflict(
      `Only ${formatCents(toCents(Math.max(heldCents, 0)))} of this deposit is still held, so it can't be reversed.`,
    );
}
