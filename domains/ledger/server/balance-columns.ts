import { plainDollars } from "#shared/format/dollars.ts";

/** A balance in two columns without signs, as CSV cells that begin with a minus are guarded by an apostrophe. */
export const balanceColumns = <Row>(balanceOf: (row: Row) => number) => ({
  "Balance owed": (row: Row) => plainDollars(Math.max(balanceOf(row), 0)),
  "Credit left": (row: Row) => plainDollars(Math.max(-balanceOf(row), 0)),
});
