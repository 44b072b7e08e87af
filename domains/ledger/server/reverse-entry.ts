import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, later } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { EntryKind } from "../accounts.ts";
import type { reverseEntry as reverseEntryEndpoint } from "../contract.ts";
import { leastHeldFrom } from "./held-deposit.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { postCharges } from "./post-charges.ts";
import { settleOpen } from "./settle.ts";
import { depositOf, type Entry, findEntry, writeReversal } from "./write-reversal.ts";

/**
 * Writes the reversal of an entry. Its allocations are undone and reallocated by the rule; the entry and its reversal
 * settle each other.
 * @throws AppError not_found; invalid for an entry of another lease; conflict for one that cannot be reversed
 */
export async function reverseEntry(
  ctx: SignedInCtx,
  leaseId: number,
  { entryId, reason, onDay: given }: BodyOf<typeof reverseEntryEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const entry = await findEntry(ctx, leaseId, entryId);
  refuseIrreversible(ctx, entry);
  const onDay = later(entryDay(account, given), entry.onDay);
  if (given !== undefined && given < entry.onDay)
    throw invalid({
      onDay: `The entry counts from ${formatCalendarDay(entry.onDay)}; it cannot be reversed before.`,
    });
  if (depositOf(entry) > 0) await refuseWhenNotHeld(ctx, leaseId, depositOf(entry), onDay);
  const id = await writeReversal(ctx, account, entry, { onDay, reason });
  // The waived or written-off amount is owed again, but only as far as the lease's days still cost it.
  if (isGivenUp(entry.kind)) await postCharges(ctx, [leaseId]);
  else await settleOpen(ctx, [leaseId], { onDay });
  return id;
}

const isGivenUp = (kind: EntryKind): boolean => kind === "waiver" || kind === "write-off";

/** @throws AppError conflict, with what to do instead */
function refuseIrreversible({ cards }: SignedInCtx, entry: Entry): void {
  if (entry.kind === "reversal")
    throw conflict("This entry is a reversal itself. Please enter again what it took away.");
  if (entry.isReversed) throw conflict("This entry was already reversed.");
  if (entry.isGivenBack)
    throw conflict(
      "A part of this payment was refunded. Please refund the rest as well instead of reversing it.",
    );
  if (entry.isOfProvider)
    throw conflict("The card provider has refunded this; it cannot be taken away here.");
  // A provider that is no longer set up sends no events, so what happens there is entered by hand.
  if (entry.receivedBy !== null && entry.receivedBy === cards?.kind)
    throw conflict(
      "The card provider has received this payment. Please refund it instead; what the payer's bank takes back is entered automatically.",
    );
  if (entry.isAdjusted)
    throw conflict(
      "This charge was adjusted when the days of the lease changed. Please reverse the adjustment first.",
    );
  const givenUp = entry.settled.find(
    ({ creditId, otherKind }) => creditId !== entry.id && isGivenUp(otherKind),
  );
  if (givenUp !== undefined)
    throw conflict(`“${givenUp.other}” stands against this charge. Please reverse that first.`);
}

/** @throws AppError conflict when less than the deposit taken is held on `onDay` or a later day */
async function refuseWhenNotHeld(
  ctx: SignedInCtx,
  leaseId: number,
  takenCents: number,
  onDay: Day,
): Promise<void> {
  const heldCents = await leastHeldFrom(ctx, leaseId, onDay);
  if (takenCents > heldCents)
    throw conflict(
      `This deposit is not held any more: only ${formatCents(toCents(Math.max(heldCents, 0)))} is left of what was taken.`,
    );
}
