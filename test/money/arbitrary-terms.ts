import fc from "fast-check";
import {
  type ChargeLine,
  chargeKinds,
  type Escalation,
  type FreeRent,
  type Terms,
} from "#domains/leases/terms.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";

/** An arbitrary date within `days` days from `first`. */
export const arbitraryDay = (first: Day, days: number): fc.Arbitrary<Day> =>
  fc.integer({ min: 0, max: days }).map((n) => addDays(first, n));

/**
 * Arbitrary terms with up to three charge lines, increases and decreases, rent-free periods, and late fees on
 * dates of `someDay`.
 */
export function arbitraryTerms(someDay: fc.Arbitrary<Day>): fc.Arbitrary<Terms> {
  const someLine = (key: number): fc.Arbitrary<ChargeLine> =>
    fc
      .record({
        kind: fc.constantFrom(...chargeKinds),
        from: fc.oneof(fc.constant("2000-01-01"), someDay),
        days: fc.option(fc.integer({ min: 0, max: 500 })),
        price: fc.oneof(
          fc.record({ monthlyCents: fc.integer({ min: 1, max: 10_000_000 }).map(toCents) }),
          fc.record({ rateHundredths: fc.integer({ min: 1, max: 2_000_000 }) }),
        ),
      })
      .map(({ kind, from, days, price }) => ({
        key,
        kind,
        label: `${kind} ${key}`,
        from,
        to: days === null ? null : addDays(from, days),
        price,
      }));
  const someStep: fc.Arbitrary<Escalation> = fc.oneof(
    fc.record({ on: someDay, basisPoints: fc.integer({ min: -2_000, max: 2_000 }) }),
    fc.record({ on: someDay, monthlyCents: fc.integer({ min: -100_000, max: 100_000 }).map(toCents) }),
  );
  const someFreeRent: fc.Arbitrary<FreeRent> = fc
    .record({
      from: someDay,
      days: fc.integer({ min: 0, max: 150 }),
      basisPoints: fc.integer({ min: 1, max: 10_000 }),
    })
    .map(({ from, days, basisPoints }) => ({ from, to: addDays(from, days), basisPoints }));
  return fc.record({
    areaSquareFeet: fc.integer({ min: 1, max: 100_000 }),
    dueDay: fc.integer({ min: 1, max: 31 }),
    graceDays: fc.integer({ min: 0, max: 60 }),
    depositCents: fc.constant(toCents(0)),
    lateFee: fc.option(
      fc.record({
        charge: fc.oneof(
          fc.record({ cents: fc.integer({ min: 1, max: 100_000 }).map(toCents) }),
          fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
        ),
        capCents: fc.option(fc.integer({ min: 1, max: 100_000 }).map(toCents)),
      }),
    ),
    lines: fc
      .integer({ min: 1, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => someLine(at + 1)))),
    escalations: fc.array(someStep, { maxLength: 4 }),
    freeRent: fc.array(someFreeRent, { maxLength: 3 }),
  });
}
