import type { ChargeKind, ChargeLine, Price, Terms } from "#domains/leases/terms.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { firstOfMonth, lastOfMonth } from "./time.ts";

/** The terms of each company's lease. Dates are in months from the lease's start date. */
interface DemoTerms {
  areaSquareFeet?: number;
  charges: readonly [kind: ChargeKind, label: string, price: Price][];
  /** Rent increases. */
  steps?: readonly { afterMonths: number; by: { basisPoints: number } | { monthlyCents: number } }[];
  freeMonths?: number;
  depositCents: number;
  lateFee?: Terms["lateFee"];
}

const month = (dollars: number, cents = 0): Price => ({ monthlyCents: toCents(dollars * 100 + cents) });
/** A price per square foot per year, in cents. */
const perSquareFoot = (cents: number): Price => ({ rateHundredths: cents * 100 });
const yearly = (basisPoints: number) =>
  [12, 24, 36, 48].map((afterMonths) => ({ afterMonths, by: { basisPoints } }));

/** Units 101 and 102 cost 2,500.00 a month: 2,307.50 of rent, 167.50 of CAM, and 25.00 of utilities. */
const retailTerms: DemoTerms = {
  charges: [
    ["rent", "Base rent", month(2_307, 50)],
    ["common-area", "CAM", month(167, 50)],
    ["utilities", "Utilities", month(25)],
  ],
  steps: [{ afterMonths: 24, by: { basisPoints: 300 } }],
  depositCents: 250_000,
};

/** By lease id. */
const termsByLease: Record<number, DemoTerms> = {
  1: retailTerms,
  2: retailTerms,
  3: {
    areaSquareFeet: 2_800,
    charges: [
      ["rent", "Base rent", perSquareFoot(31_00)],
      ["common-area", "CAM", perSquareFoot(4_10)],
      ["parking", "Parking, 4 spaces", month(340)],
    ],
    steps: yearly(300),
    depositCents: 725_000,
    lateFee: { charge: { basisPoints: 500 }, capCents: toCents(25_000) },
  },
  4: {
    charges: [
      ["rent", "Base rent", month(3_746)],
      ["common-area", "CAM", month(290)],
    ],
    depositCents: 375_000,
  },
  5: {
    charges: [
      ["rent", "Base rent", month(5_967, 50)],
      ["common-area", "CAM", month(465)],
      ["parking", "Parking, 6 spaces", month(510)],
    ],
    steps: [12, 24, 36].map((afterMonths) => ({ afterMonths, by: { monthlyCents: 15_000 } })),
    freeMonths: 2,
    depositCents: 600_000,
  },
  6: {
    charges: [
      ["rent", "Base rent", month(5_115)],
      ["common-area", "CAM", month(396)],
      ["utilities", "Water", month(85)],
    ],
    depositCents: 515_000,
    lateFee: { charge: { cents: toCents(15_000) }, capCents: null },
  },
  7: {
    charges: [
      ["rent", "Base rent", month(4_420)],
      ["common-area", "CAM", month(352)],
    ],
    depositCents: 455_000,
  },
  8: {
    charges: [
      ["rent", "Base rent", month(4_546)],
      ["common-area", "CAM", month(352)],
    ],
    steps: yearly(250),
    depositCents: 455_000,
  },
  9: {
    areaSquareFeet: 7_850,
    charges: [
      ["rent", "Base rent", perSquareFoot(15_00)],
      ["utilities", "Utilities", month(640)],
      ["storage", "Yard storage", month(275)],
    ],
    steps: yearly(300),
    depositCents: 1_000_000,
  },
  10: {
    charges: [
      ["rent", "Base rent", month(4_560)],
      ["common-area", "CAM", month(310)],
    ],
    depositCents: 456_000,
  },
  11: {
    charges: [
      ["rent", "Base rent", month(3_570)],
      ["common-area", "CAM", month(255)],
    ],
    depositCents: 357_000,
  },
  12: {
    charges: [
      ["rent", "Base rent", month(2_940)],
      ["common-area", "CAM", month(205)],
    ],
    depositCents: 294_000,
  },
  13: {
    areaSquareFeet: 1_340,
    charges: [
      ["rent", "Base rent", perSquareFoot(30_50)],
      ["common-area", "CAM", perSquareFoot(4_10)],
    ],
    // A three-year lease.
    steps: yearly(300).slice(0, 2),
    freeMonths: 1,
    depositCents: 346_000,
    lateFee: { charge: { cents: toCents(7_500) }, capCents: null },
  },
};

function findTerms(leaseId: number): DemoTerms {
  const terms = termsByLease[leaseId];
  if (terms === undefined) throw new Error(`Demo lease ${leaseId} has no terms.`);
  return terms;
}

export const getDeposit = (leaseId: number): Cents => toCents(findTerms(leaseId).depositCents);

/** Returns the terms of a demo lease that started this many months ago. */
export function buildTerms(leaseId: number, startedMonthsAgo: number, now: Date): Terms {
  const terms = findTerms(leaseId);
  const from = firstOfMonth(now, -startedMonthsAgo);
  return {
    areaSquareFeet: terms.areaSquareFeet ?? 0,
    dueDay: 1,
    graceDays: 5,
    depositCents: getDeposit(leaseId),
    lines: terms.charges.map(
      ([kind, label, price], index): ChargeLine => ({ key: index + 1, kind, label, from, to: null, price }),
    ),
    escalations: (terms.steps ?? []).map(({ afterMonths, by }) => {
      const on = firstOfMonth(now, afterMonths - startedMonthsAgo);
      return "basisPoints" in by ? { on, ...by } : { on, monthlyCents: toCents(by.monthlyCents) };
    }),
    freeRent:
      terms.freeMonths === undefined
        ? []
        : [{ from, to: lastOfMonth(now, terms.freeMonths - 1 - startedMonthsAgo), basisPoints: 10_000 }],
    lateFee: terms.lateFee ?? null,
  };
}
