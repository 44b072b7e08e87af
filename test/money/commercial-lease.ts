import type { Terms } from "#domains/leases/terms.ts";
import { toCents } from "#shared/format/money.ts";
import { sampleTerms } from "./ledger.ts";

/**
 * 1,850 sq ft from Jan 15, 2027: rent of $24.50 and CAM of $4.10 per square foot and year, and two parking
 * spaces at $75.00 a month each. The rent increases by 3% every year, and the first two months are free.
 */
export const commercialTerms = (change: Partial<Terms> = {}): Terms => ({
  areaSquareFeet: 1_850,
  dueDay: 1,
  graceDays: 5,
  depositCents: toCents(755_416),
  lines: [
    {
      key: 1,
      kind: "rent",
      label: "Base rent",
      from: "2027-01-15",
      to: null,
      price: { rateHundredths: 245_000 },
    },
    {
      key: 2,
      kind: "common-area",
      label: "Common areas",
      from: "2027-01-15",
      to: null,
      price: { rateHundredths: 41_000 },
    },
    {
      key: 3,
      kind: "parking",
      label: "Two parking spaces",
      from: "2027-01-15",
      to: null,
      price: { monthlyCents: toCents(15_000) },
    },
  ],
  escalations: [
    { on: "2028-01-15", basisPoints: 300 },
    { on: "2029-01-15", basisPoints: 300 },
  ],
  freeRent: [{ from: "2027-01-15", to: "2027-03-14", basisPoints: 10_000 }],
  lateFee: { charge: { basisPoints: 500 }, capCents: toCents(15_000) },
  ...change,
});

/** Rent of $3,100.00 a month from a date, due on the 1st. */
export const monthlyRent = (from: string, dollars = 3_100): Terms =>
  sampleTerms({
    lines: [
      {
        key: 1,
        kind: "rent",
        label: "Base rent",
        from,
        to: null,
        price: { monthlyCents: toCents(dollars * 100) },
      },
    ],
  });
