import { plainDollars } from "#shared/format/dollars.ts";

/** A balance in two columns without signs, as CSV cells that begin with a minus are guarded by an apostrophe. */
export const balanceColumns = <Row>(balanceOf: (row: Row) => number) => ({
  "Balance owed": (row: Row) => plainDollars(Math.max(balanceOf(row), 0)),
  "Credit left": (row: Row) => plainDollars(Math.max(-balanceOf(row), 0)),
});

/** What an entry adds to the deposit held and what it takes from it, for the same reason in two columns. */
export const depositColumns = <Row>(depositOf: (row: Row) => number) => ({
  "Deposit in": (row: Row) => dollarsAbove0(depositOf(row)),
  "Deposit out": (row: Row) => dollarsAbove0(-depositOf(row)),
});

const dollarsAbove0 = (cents: number): string | null => (cents > 0 ? plainDollars(cents) : null);
