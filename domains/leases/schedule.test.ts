import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  countDays,
  countDaysInMonth,
  type Day,
  monthEnd,
  monthStart,
} from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { buildSchedule, type LeaseDays } from "./schedule.ts";
import {
  type ChargeLine,
  chargeKinds,
  type EffectiveTerms,
  type Escalation,
  type FreeRent,
  type Terms,
} from "./terms.ts";

const rent = (monthlyCents: number, more: Partial<ChargeLine> = {}): ChargeLine => ({
  key: 1,
  kind: "rent",
  label: "Base rent",
  from: "2026-01-01",
  to: null,
  price: { monthlyCents: toCents(monthlyCents) },
  ...more,
});
const makeTerms = (more: Partial<Terms>): Terms => ({
  areaSquareFeet: 1_000,
  dueDay: 1,
  graceDays: 5,
  depositCents: toCents(0),
  lateFee: null,
  lines: [rent(300_000)],
  escalations: [],
  freeRent: [],
  ...more,
});
/** The original terms, without amendments. */
const asOriginal = (terms: Terms): EffectiveTerms[] => [{ number: 1, from: "1900-01-01", terms }];
const openEnded: LeaseDays = { from: "2026-01-01", to: null };
const amounts = (terms: Terms, from: Day, through: Day, lease = openEnded) =>
  buildSchedule(asOriginal(terms), lease, { from, through }).map(({ from: on, amountCents }) => [
    on,
    amountCents,
  ]);

describe("worked examples", () => {
  test("a full month costs the full price, however many days it has", () => {
    expect(amounts(makeTerms({}), "2026-01-01", "2026-03-31")).toEqual([
      ["2026-01-01", 300_000],
      ["2026-02-01", 300_000],
      ["2026-03-01", 300_000],
    ]);
  });

  test("the schedule prorates a lease from April 15 to June 10: 16 of 30 days, a full month, and 10 of 30 days", () => {
    // 3,000.00 x 16 / 30 = 1,600.00; 3,000.00 x 10 / 30 = 1,000.00
    expect(
      amounts(makeTerms({}), "2026-04-01", "2026-12-31", { from: "2026-04-15", to: "2026-06-10" }),
    ).toEqual([
      ["2026-04-15", 160_000],
      ["2026-05-01", 300_000],
      ["2026-06-01", 100_000],
    ]);
  });

  test("the schedule prorates February of a leap year over 29 days", () => {
    // 3,000.00 x 15 / 29 = 1,551.724...; x 15 / 28 = 1,607.142...
    const fromThe15th = (year: number): LeaseDays => ({ from: `${year}-02-15`, to: `${year}-02-28` });
    const terms = makeTerms({ lines: [rent(300_000, { from: "2020-01-01" })] });
    expect(amounts(terms, "2028-02-01", "2028-02-29", { from: "2028-02-15", to: null })).toEqual([
      ["2028-02-15", 155_172],
    ]);
    expect(amounts(terms, "2026-02-01", "2026-02-28", fromThe15th(2026))).toEqual([["2026-02-15", 150_000]]);
  });

  test("$24.50 per square foot per year for 1,234 square feet is 2,519.416..., rounded half up", () => {
    // 24.50 x 1,234 / 12 = 2,519.4166
    const terms = makeTerms({
      areaSquareFeet: 1_234,
      lines: [rent(0, { price: { rateHundredths: 245_000 } })],
    });
    expect(amounts(terms, "2026-01-01", "2026-01-31")).toEqual([["2026-01-01", 251_942]]);
  });

  test("3% steps on July 1 of two consecutive years are each rounded to whole cents", () => {
    // 1,234.56 x 1.03 = 1,271.5968 -> 1,271.60; x 1.03 = 1,309.748 -> 1,309.75
    const terms = makeTerms({
      lines: [rent(123_456)],
      escalations: [
        { on: "2027-07-01", basisPoints: 300 },
        { on: "2026-07-01", basisPoints: 300 },
      ],
    });
    expect(amounts(terms, "2026-06-01", "2026-07-31")).toEqual([
      ["2026-06-01", 123_456],
      ["2026-07-01", 127_160],
    ]);
    expect(amounts(terms, "2027-07-01", "2027-07-31")).toEqual([["2027-07-01", 130_975]]);
  });

  test("a mid-month step charges 9 days at the old price and 21 at the new one, rounded once", () => {
    // (3,000.00 x 9 + 3,100.00 x 21) / 30 = 3,070.00
    const terms = makeTerms({ escalations: [{ on: "2026-06-10", monthlyCents: toCents(10_000) }] });
    expect(amounts(terms, "2026-06-01", "2026-06-30")).toEqual([["2026-06-01", 307_000]]);
  });

  test("free rent for two months and half of the third doesn't change CAM", () => {
    const terms = makeTerms({
      lines: [rent(300_000), rent(40_000, { key: 2, kind: "common-area", label: "Common areas" })],
      freeRent: [
        { from: "2026-01-01", to: "2026-02-28", basisPoints: 10_000 },
        { from: "2026-03-01", to: "2026-03-31", basisPoints: 5_000 },
      ],
    });
    expect(
      buildSchedule(asOriginal(terms), openEnded, { from: "2026-01-01", through: "2026-03-31" }).map(
        ({ kind, from, amountCents }) => [kind, from, amountCents],
      ),
    ).toEqual([
      ["common-area", "2026-01-01", 40_000],
      ["common-area", "2026-02-01", 40_000],
      ["rent", "2026-03-01", 150_000],
      ["common-area", "2026-03-01", 40_000],
    ]);
  });

  test("charges due on the 31st are due on the last day of shorter months, but never before their period starts", () => {
    const due = (dueDay: number, lease: LeaseDays) =>
      buildSchedule(asOriginal(makeTerms({ dueDay })), lease, {
        from: lease.from,
        through: addDays(lease.from, 40),
      }).map(({ dueOn }) => dueOn);
    expect(due(31, { from: "2026-02-01", to: null })).toEqual(["2026-02-28", "2026-03-31"]);
    expect(due(1, { from: "2026-02-10", to: null })).toEqual(["2026-02-10", "2026-03-01"]);
  });

  test("an amendment replaces the earlier terms from its effective date, even in the middle of a month", () => {
    // 3,000.00 x 14 / 30 = 1,400.00 under the lease; 3,300.00 x 16 / 30 = 1,760.00 under the amendment
    const versions = [
      { number: 1, from: "2026-01-01", terms: makeTerms({}) },
      { number: 2, from: "2026-06-15", terms: makeTerms({ lines: [rent(330_000)] }) },
    ];
    expect(
      buildSchedule(versions, openEnded, { from: "2026-06-01", through: "2026-07-31" }).map(
        ({ termsNumber, from, to, amountCents }) => [termsNumber, from, to, amountCents],
      ),
    ).toEqual([
      [1, "2026-06-01", "2026-06-14", 140_000],
      [2, "2026-06-15", "2026-06-30", 176_000],
      [2, "2026-07-01", "2026-07-31", 330_000],
    ]);
  });

  test("an amendment entered later replaces earlier amendments that would take effect after it", () => {
    const versions = [
      { number: 1, from: "2026-01-01", terms: makeTerms({}) },
      { number: 2, from: "2026-09-01", terms: makeTerms({ lines: [rent(900_000)] }) },
      { number: 3, from: "2026-06-01", terms: makeTerms({ lines: [rent(320_000)] }) },
    ];
    const charges = buildSchedule(versions, openEnded, { from: "2026-05-01", through: "2026-10-31" });
    expect(charges.map(({ termsNumber, amountCents }) => [termsNumber, amountCents])).toEqual([
      [1, 300_000],
      ...Array.from({ length: 5 }, () => [3, 320_000]),
    ]);
  });

  test("rent decreases never go below zero", () => {
    const terms = makeTerms({ escalations: [{ on: "2026-02-01", monthlyCents: toCents(-400_000) }] });
    expect(amounts(terms, "2026-01-01", "2026-03-31")).toEqual([["2026-01-01", 300_000]]);
  });

  test("a charge line that starts and ends within the lease is charged only for its own days", () => {
    const terms = makeTerms({
      lines: [rent(31_000, { kind: "parking", from: "2026-01-11", to: "2026-02-14" })],
    });
    // 310.00 x 21 / 31 = 210.00; 310.00 x 14 / 28 = 155.00
    expect(amounts(terms, "2026-01-01", "2026-12-31")).toEqual([
      ["2026-01-11", 21_000],
      ["2026-02-01", 15_500],
    ]);
  });
});

const someDay = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2024-01-01", days));
const someLease: fc.Arbitrary<LeaseDays> = fc
  .tuple(someDay, fc.option(fc.integer({ min: 0, max: 1_500 })))
  .map(([from, days]) => ({ from, to: days === null ? null : addDays(from, days) }));
const someEscalation: fc.Arbitrary<Escalation> = fc.oneof(
  fc.record({ on: someDay, basisPoints: fc.integer({ min: 0, max: 2_000 }) }),
  fc.record({ on: someDay, monthlyCents: fc.integer({ min: 0, max: 100_000 }).map(toCents) }),
);
const someFreeRent: fc.Arbitrary<FreeRent> = fc
  .tuple(someDay, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 10_000 }))
  .map(([from, days, basisPoints]) => ({ from, to: addDays(from, days), basisPoints }));
const someLine = (key: number): fc.Arbitrary<ChargeLine> =>
  fc
    .tuple(
      fc.constantFrom(...chargeKinds),
      someDay,
      fc.option(fc.integer({ min: 0, max: 1_000 })),
      fc.oneof(
        fc.record({ monthlyCents: fc.integer({ min: 0, max: 10_000_000 }).map(toCents) }),
        fc.record({ rateHundredths: fc.integer({ min: 0, max: 2_000_000 }) }),
      ),
    )
    .map(([kind, from, days, price]) => ({
      key,
      kind,
      label: kind,
      from,
      to: days === null ? null : addDays(from, days),
      price,
    }));
const someTerms: fc.Arbitrary<Terms> = fc.record({
  areaSquareFeet: fc.integer({ min: 1, max: 100_000 }),
  dueDay: fc.integer({ min: 1, max: 31 }),
  graceDays: fc.constant(5),
  depositCents: fc.constant(toCents(0)),
  lateFee: fc.constant(null),
  lines: fc.tuple(someLine(1), someLine(2), someLine(3)),
  escalations: fc.array(someEscalation, { maxLength: 4 }),
  freeRent: fc.array(someFreeRent, { maxLength: 3 }),
});
// The torture run raises this number.
const numRuns = Number(process.env.TORTURE_RUNS ?? 500);

describe("the schedule of any lease", () => {
  test("the schedule charges each line no more than once a month, only for days within the line and lease, and with a due date in that month", () => {
    fc.assert(
      fc.property(someTerms, someLease, someDay, (terms, lease, through) => {
        const charges = buildSchedule(asOriginal(terms), lease, { from: lease.from, through });
        const chargedMonths = new Set<string>();
        for (const { lineKey, from, to, dueOn, amountCents } of charges) {
          const line = terms.lines.find(({ key }) => key === lineKey);
          expect(chargedMonths.has(`${lineKey} ${monthStart(from)}`)).toBe(false);
          chargedMonths.add(`${lineKey} ${monthStart(from)}`);
          expect(monthStart(from)).toBe(monthStart(to));
          expect(from >= lease.from && from >= (line?.from ?? "")).toBe(true);
          expect(to <= (lease.to ?? "9") && to <= (line?.to ?? "9")).toBe(true);
          expect(dueOn >= from && dueOn <= monthEnd(from)).toBe(true);
          expect(Number.isSafeInteger(amountCents) && amountCents > 0).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  test("charging month by month gives the same result as charging all months in one run, so the preview matches the posted charges", () => {
    fc.assert(
      fc.property(someTerms, someLease, fc.integer({ min: 1, max: 30 }), (terms, lease, months) => {
        const first = monthStart(lease.from);
        const whole = buildSchedule(asOriginal(terms), lease, {
          from: first,
          through: monthEnd(addMonths(first, months - 1)),
        });
        const parts = Array.from({ length: months }, (_, index) => addMonths(first, index)).flatMap((month) =>
          buildSchedule(asOriginal(terms), lease, { from: month, through: monthEnd(month) }),
        );
        expect(parts).toEqual(whole);
      }),
      { numRuns },
    );
  });

  test("a month split between two charges costs the same as a full month, to within a cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), someDay, (monthlyCents, day) => {
        fc.pre(day !== monthStart(day));
        const before = rent(monthlyCents, { key: 1, to: addDays(day, -1), from: "2024-01-01" });
        const after = rent(monthlyCents, { key: 2, from: day });
        const charges = buildSchedule(
          asOriginal(makeTerms({ lines: [before, after] })),
          { from: "2024-01-01", to: null },
          {
            from: monthStart(day),
            through: monthEnd(day),
          },
        );
        const sum = charges.reduce((total, { amountCents }) => total + amountCents, 0);
        expect(Math.abs(sum - monthlyCents)).toBeLessThanOrEqual(1);
      }),
      { numRuns },
    );
  });

  test("rent at a constant price is the price times the share of the month's days, rounded half up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), someLease, (monthlyCents, lease) => {
        const terms = makeTerms({ lines: [rent(monthlyCents, { from: "2000-01-01" })] });
        for (const { from, to, amountCents } of buildSchedule(asOriginal(terms), lease, {
          from: lease.from,
          through: addDays(lease.from, 400),
        })) {
          const days = BigInt(countDays(from, to));
          const inMonth = BigInt(countDaysInMonth(from));
          const twice = 2n * BigInt(monthlyCents) * days;
          expect(BigInt(amountCents) * 2n * inMonth - twice).toBeLessThanOrEqual(inMonth);
          expect(twice - BigInt(amountCents) * 2n * inMonth).toBeLessThan(inMonth);
        }
      }),
      { numRuns },
    );
  });
});
