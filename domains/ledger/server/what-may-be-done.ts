import type { EntryKind } from "../accounts.ts";

interface Standing {
  kind: EntryKind;
  amountCents: number;
  openCents: number | null;
  reversedById: number | null;
}

/** A charge of which something is open: it may be waived or written off. What is reversed has nothing open. */
export const isWaivable = ({ openCents }: Standing): boolean => (openCents ?? 0) > 0;

const movable: readonly EntryKind[] = ["payment", "credit", "deposit-applied", "opening"];

/**
 * A credit that staff may use for other charges. A waiver or write-off belongs to its charge, an adjustment to what it
 * adjusts, a reversal to what it reverses.
 */
export const isMovable = ({ kind, amountCents, reversedById }: Standing): boolean =>
  amountCents < 0 && reversedById === null && movable.includes(kind);
