import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface Cost {
  cents: number;
  from: string;
  to: string;
}
async function split({ cents, from, to }: Cost, spans: readonly (readonly [string, string])[]) {
  const { rows } = await sql<{ part: number }>`
    select cost_within(${cents}::bigint, ${from}::date, ${to}::date, first::date, last::date) as part
    from unnest(${spans.map(([first]) => first)}::text[], ${spans.map(([, last]) => last)}::text[]) span (first, last)`.execute(
    portal.db,
  );
  return rows.map(({ part }) => part);
}

test("a cost is spread evenly over the days of its service period [EXP-10]", async () => {
  const insurance = { cents: 3_650_000, from: "2025-04-01", to: "2026-03-31" };
  expect(
    await split(insurance, [
      ["2025-01-01", "2025-12-31"],
      ["2026-01-01", "2026-12-31"],
      ["2025-04-01", "2025-04-01"],
      ["2025-03-01", "2025-03-31"],
      ["2026-04-01", "2026-04-30"],
    ]),
  ).toEqual([2_750_000, 900_000, 10_000, 0, 0]);
});

test("odd cents go to one of the parts, and a credit is split like a cost [EXP-10]", async () => {
  const spans = [
    ["2026-01-01", "2026-01-01"],
    ["2026-01-02", "2026-01-02"],
    ["2026-01-03", "2026-01-03"],
  ] as const;
  expect(await split({ cents: 100, from: "2026-01-01", to: "2026-01-03" }, spans)).toEqual([33, 34, 33]);
  expect(await split({ cents: -100, from: "2026-01-01", to: "2026-01-03" }, spans)).toEqual([-33, -34, -33]);
});

test("the parts of a cost add up to the cost, however it is split [EXP-10]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 1_096 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 1_095 }), { maxLength: 12 }),
      async (cents, days, cuts) => {
        const from = "2024-02-15";
        const starts = [0, ...cuts.filter((cut) => cut < days).sort((a, b) => a - b)];
        const spans = starts.map(
          (start, index) => [addDays(from, start), addDays(from, (starts[index + 1] ?? days) - 1)] as const,
        );
        const parts = await split({ cents, from, to: addDays(from, days - 1) }, spans);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
      },
    ),
    { numRuns: 100 },
  );
});
