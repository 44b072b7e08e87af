import type { EntryKind } from "../../accounts.ts";

interface EntryState {
  kind: EntryKind;
  amountCents: number;
  openCents: number | null;
  reversedById: number | null;
}

/**
 * Whether an entry can be waived or written off. That requires a charge that isn't fully paid. A reversed
 * charge has no unpaid amount.
 */
export const isWaivable = ({ openCents }: EntryState): boolean => (openCents ?? 0) > 0;

const movableKinds: readonly EntryKind[] = ["payment", "credit", "deposit-applied", "opening"];

/**
 * Whether staff can apply a credit to other charges. Waivers and write-offs are tied to their charge,
 * adjustments to the charge they adjust, and reversals to the entry they reverse.
 */
export const isMovable = ({ kind, amountCents, reversedById }: EntryState): boolean =>
  amountCents < 0 && reversedById === null && movableKinds.includes(kind);
