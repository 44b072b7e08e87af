import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { withRentInForce } from "./rent-in-force.ts";
import { calculateMonthlyPrice } from "./schedule.ts";
import type { ChargeLine, Escalation, Price, Terms } from "./terms.ts";

const rent = (price: Price, more: Partial<ChargeLine> = {}): ChargeLine => ({
  key: 1,
  kind: "rent",
  label: "Base rent",
  from: "2024-11-01",
  to: null,
  price,
  ...more,
});
const makeTerms = (lines: ChargeLine[], escalations: Escalation[]): Terms => ({
  areaSquareFeet: 1_850,
  dueDay: 1,
  graceDays: 5,
  depositCents: toCents(0),
  lateFee: null,
  freeRent: [],
  lines,
  escalations,
});
const monthly = (cents: number): Price => ({ monthlyCents: toCents(cents) });

describe("the rent in force", () => {
  const steps: Escalation[] = [
    { on: "2025-11-01", monthlyCents: toCents(15_000) },
    { on: "2026-11-01", monthlyCents: toCents(15_000) },
  ];

  test("the rent in force includes the steps taken by a date, and later steps stay", () => {
    const terms = makeTerms(
      [rent(monthly(635_000)), rent(monthly(50_000), { key: 2, kind: "parking" })],
      steps,
    );
    expect(withRentInForce(terms, "2025-10-31")).toEqual(terms);
    expect(withRentInForce(terms, "2025-11-01")).toMatchObject({
      lines: [
        { from: "2025-11-01", price: monthly(650_000) },
        { from: "2024-11-01", price: monthly(50_000) },
      ],
      escalations: [steps[1]],
    });
    expect(withRentInForce(terms, "2027-02-15")).toMatchObject({
      lines: [{ from: "2026-11-01", price: monthly(665_000) }, {}],
      escalations: [],
    });
  });

  test("a rate per square foot stays a rate unless a step added a monthly amount", () => {
    const byArea = [rent({ rateHundredths: 245_000 })];
    expect(
      withRentInForce(makeTerms(byArea, [{ on: "2025-11-01", basisPoints: 300 }]), "2026-01-01"),
    ).toMatchObject({ lines: [{ price: { rateHundredths: 252_350 } }] });
    // 24.50 x 1,850 / 12 = 3,777.0833..., and 150.00.
    expect(withRentInForce(makeTerms(byArea, steps.slice(0, 1)), "2026-01-01")).toMatchObject({
      lines: [{ price: monthly(392_708) }],
    });
  });

  test("a rent that ended or starts later keeps its own price", () => {
    const lines = [
      rent(monthly(100_000), { to: "2025-12-31" }),
      rent(monthly(200_000), { key: 2, label: "New rent", from: "2026-12-01" }),
    ];
    expect(withRentInForce(makeTerms(lines, steps), "2026-11-15").lines).toEqual([
      { ...lines[0], from: "2025-11-01", price: monthly(115_000) },
      lines[1],
    ]);
  });

  test("from a date on, the rent in force and the original rent with its steps cost the same", () => {
    const day = fc.integer({ min: 0, max: 1_500 }).map((offset): Day => addDays("2024-11-01", offset));
    const step = fc.record({ on: day, basisPoints: fc.integer({ min: -2_000, max: 2_000 }) });
    const price = fc.oneof(
      fc.integer({ min: 1, max: 10_000_000 }).map(monthly),
      fc.integer({ min: 1, max: 1_000_000 }).map((rateHundredths): Price => ({ rateHundredths })),
    );
    const escalations = fc.uniqueArray(step, { maxLength: 6, selector: ({ on }) => on });
    fc.assert(
      fc.property(price, escalations, day, fc.nat(1_000), (linePrice, taken, effectiveOn, later) => {
        const terms = makeTerms([rent(linePrice)], taken);
        const inForce = withRentInForce(terms, effectiveOn);
        const laterDay = addDays(effectiveOn, later);
        const getRent = (priced: Terms) =>
          roundHalfUp(calculateMonthlyPrice(priced, priced.lines[0] as ChargeLine, laterDay));
        expect(getRent(inForce)).toBe(getRent(terms));
      }),
    );
  });
});
