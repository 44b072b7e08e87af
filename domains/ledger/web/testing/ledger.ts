import type { LeaseAccount, LedgerEntry, OpenCharge } from "../../contract.ts";

/** The account of a lease with unpaid rent and an unpaid late fee, as a landlord receives it. */
export const account: LeaseAccount = {
  today: "2026-11-21",
  balanceCents: 305_000,
  depositCents: 500_000,
  hadDeposit: true,
  overdueCents: 305_000,
  overdueSince: "2026-11-01",
  dueCents: 0,
  dueOn: null,
  onItsWayCents: 0,
  comingCents: 0,
  dueNowCents: 305_000,
  suggestedCents: 305_000,
  creditCents: 0,
  nextDue: { on: "2026-11-01", cents: 300_000 },
  nextLateFee: { on: "2026-12-07", cents: 15_000, dueOn: "2026-12-01" },
  can: { correct: true },
};

const entry: LedgerEntry = {
  id: 1,
  kind: "charge",
  onDay: "2026-10-22",
  description: "Base rent, November 2026",
  reason: "",
  who: null,
  madeAt: "2026-10-22T15:00:00Z",
  amountCents: 300_000,
  balanceCents: 300_000,
  depositCents: 0,
  chargeKind: "rent",
  dueOn: "2026-11-01",
  openCents: 300_000,
  allocations: [],
  reversesId: null,
  reversalCause: null,
  reversedById: null,
  statementYear: null,
  can: { reverse: true, waive: true, writeOff: true, move: false },
};

export const rent: LedgerEntry = { ...entry, id: 11 };

export const lateFee: LedgerEntry = {
  ...entry,
  id: 14,
  kind: "late-fee",
  onDay: "2026-11-07",
  description: "Late fee",
  amountCents: 5_000,
  balanceCents: 305_000,
  chargeKind: "late-fee",
  dueOn: "2026-11-07",
  openCents: 5_000,
};

/** The payment for the October rent. */
export const payment: LedgerEntry = {
  ...entry,
  id: 10,
  kind: "payment",
  onDay: "2026-10-02",
  description: "Payment by check, 1042",
  reason: "Brought to the office",
  who: "Linda Harcourt",
  amountCents: -300_000,
  balanceCents: 0,
  chargeKind: null,
  dueOn: "2026-10-02",
  openCents: 0,
  allocations: [
    {
      entryId: 9,
      kind: "charge",
      description: "Base rent, October 2026",
      onDay: "2026-09-21",
      amountCents: 300_000,
    },
  ],
  can: { reverse: true, waive: false, writeOff: false, move: true },
};

export const openCharges: OpenCharge[] = [rent, lateFee].map(
  ({ id, description, chargeKind, dueOn, amountCents, openCents }) => ({
    id,
    description,
    chargeKind,
    dueOn: dueOn ?? "",
    amountCents,
    openCents: openCents ?? 0,
    onItsWayCents: 0,
  }),
);
