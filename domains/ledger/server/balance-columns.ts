import { plainDollars } from "#shared/format/dollars.ts";

/** A balance in two columns: before a cell that begins with a minus a spreadsheet is given an apostrophe. */
export const balanceColumns = <Row>(balanceOf: (row: Row) => number) => ({
  "Balance owed": (row: Row) => plainDollars(Math.max(balanceOf(row), 0)),
  "Credit left": (row: Row) => plainDollars(Math.max(-balanceOf(row), 0)),
});
