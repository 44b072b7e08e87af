import { toPlainDollars } from "#shared/format/dollars.ts";

/** Splits a balance into two unsigned columns, so that amounts due and credits add up separately. */
export const balanceColumns = <Row>(getBalanceCents: (row: Row) => number) => ({
  "Balance due": (row: Row) => toPlainDollars(Math.max(getBalanceCents(row), 0)),
  "Unapplied credit": (row: Row) => toPlainDollars(Math.max(-getBalanceCents(row), 0)),
});

/** Splits the change in the deposit held into two unsigned columns. */
export const depositColumns = <Row>(getDepositCents: (row: Row) => number) => ({
  "Deposit in": (row: Row) => formatPositiveCents(getDepositCents(row)),
  "Deposit out": (row: Row) => formatPositiveCents(-getDepositCents(row)),
});

const formatPositiveCents = (cents: number): string | null => (cents > 0 ? toPlainDollars(cents) : null);
