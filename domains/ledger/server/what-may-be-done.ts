import type { EntryKind } from "../accounts.ts";

interface Standing {
  kind: EntryKind;
  amountCents: number;
  openCents: number | null;
  reversedById: number | null;
}

/** A charge that is at least partly open may be waived or written off. A reversed charge has nothing open. */
export const isWaivable = ({ openCents }: Standing): boolean => (openCents ?? 0) > 0;

const movable: readonly EntryKind[] = ["payment", "credit", "deposit-applied", "opening"];

/**
 * A credit that staff may allocate to other charges. A waiver or write-off is tied to its charge, an adjustment to what it
 * adjusts, a reversal to what it reverses.
 */
export const isMovable = ({ kind, amountCents, reversedById }: Standing): boolean =>
  amountCents < 0 && reversedById === null && movable.includes(kind);
