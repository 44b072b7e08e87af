import { toPlainDollars } from "#shared/format/dollars.ts";

/**
 * Splits a balance into two unsigned columns. CSV cells that start with a minus sign are escaped with an
 * apostrophe.
 */
export const balanceColumns = <Row>(balanceOf: (row: Row) => number) => ({
  "Balance due": (row: Row) => toPlainDollars(Math.max(balanceOf(row), 0)),
  "Unapplied credit": (row: Row) => toPlainDollars(Math.max(-balanceOf(row), 0)),
});

/** Splits the change in the deposit held into two unsigned columns. */
export const depositColumns = <Row>(depositOf: (row: Row) => number) => ({
  "Deposit in": (row: Row) => dollarsAbove0(depositOf(row)),
  "Deposit out": (row: Row) => dollarsAbove0(-depositOf(row)),
});

const dollarsAbove0 = (cents: number): string | null => (cents > 0 ? toPlainDollars(cents) : null);
