import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSchedule, postedDaysAhead } from "#domains/leases/schedule.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { arbitraryDay, arbitraryTerms } from "#test/money/arbitrary-terms.ts";
import { createActiveLease, readSums, runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { writeEntries } from "../entries/write-entries.ts";
import { verifyLedger } from "../verify-ledger.ts";
import { postCharges } from "./post-charges.ts";
import { postDueCharges } from "./post-due-charges.ts";

/**
 * The rules have a randomized test without a database. Each lease takes a hundred times as long here, so
 * there are fewer.
 */
const numRuns = Math.ceil(Number(process.env.TORTURE_RUNS ?? 500) / 100);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const idle = () => sql`update lease_accounts set next_post_on = null`.execute(portal.db);

const someDay = arbitraryDay("2024-01-01", 400);

test("for any lease and any run dates, the charges posted in the database equal the preview", async () => {
  const propertyId = await createProperty(portal.db);
  await fc.assert(
    fc.asyncProperty(
      arbitraryTerms(someDay),
      someDay,
      fc.option(fc.integer({ min: 0, max: 300 })),
      fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 1, maxLength: 5 }),
      async (terms, from, days, steps) => {
        await idle();
        const to = days === null ? null : addDays(from, days);
        const leaseId = await createActiveLease(portal.db, { propertyId, from, to });
        await writeTerms(portal.db, { leaseId, from, terms });
        await runOnDay(portal.services, from, (ctx) => postCharges(ctx, [leaseId]));
        let [day, latest] = [from, from];
        for (const step of steps) {
          day = addDays(day, step);
          latest = day > latest ? day : latest;
          const now = new Date(`${day}T20:00:00Z`);
          await postDueCharges({ ...portal.services, clock: () => now });
        }
        const horizon = addDays(latest, postedDaysAhead);
        const preview = buildSchedule([{ number: 1, from, terms }], { from, to }, { from, through: horizon })
          .filter(({ dueOn }) => dueOn <= horizon)
          .map(({ lineKey, from: first, to: last, dueOn, amountCents }) => [
            lineKey,
            first,
            last,
            dueOn,
            amountCents,
          ]);
        const { rows } = await sql<{ row: unknown[] }>`
          select json_build_array(line_key, starts_on, ends_on, due_on, amount_cents) as row from receivables
          where lease_id = ${leaseId} and charge_kind <> 'late-fee' order by due_on, starts_on, line_key`.execute(
          portal.db,
        );
        expect(rows.map(({ row }) => row)).toEqual(preview);
      },
    ),
    { numRuns },
  );
  const problems: string[] = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  // `idle` cleared the next posting dates of the accounts, so those problems are expected.
  expect(problems.filter((problem) => !problem.endsWith("were not posted."))).toEqual([]);
});

describe("the date at the property", () => {
  /** The date of an instant in a time zone, by the runtime's calendar. */
  const dayIn = (timeZone: string) => {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone });
    return (instant: Date): Day => format.format(instant);
  };

  // The nights of the clock changes in Europe, North America, and Australia, and a leap day.
  test.each([
    "2028-02-29",
    ...(isTorture
      ? ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"]
      : []),
  ])(
    "charges for %s are due from midnight in every time zone and not a second earlier",
    async (day) => {
      await idle();
      // From midnight in the first zone to midnight in the last.
      const quarters: Date[] = [];
      const last = Date.parse(`${day}T12:00:00Z`);
      for (let at = Date.parse(`${addDays(day, -1)}T10:00:00Z`); at <= last; at += 900_000)
        quarters.push(new Date(at));
      const { rows: known } = await sql<{ name: string; days: Day[] }>`
        select name, array_agg((at at time zone name)::date::text order by at) as days
        from pg_timezone_names, unnest(${quarters}::timestamptz[]) at
        where name = any(${Intl.supportedValuesOf("timeZone")}::text[]) group by name order by name`.execute(
        portal.db,
      );
      // The database and the runtime have time zone tables from different years, so they disagree on a few
      // zones.
      const zones = known.filter(({ name, days }) => quarters.map(dayIn(name)).join() === days.join());
      expect(zones.length).toBeGreaterThan(300);
      expect(known.length - zones.length).toBeLessThan(10);
      const dueOn = addDays(day, postedDaysAhead);
      const leases = new Map<number, (instant: Date) => Day>();
      await portal.db.transaction().execute(async (db) => {
        for (const { name } of zones) {
          const propertyId = await createProperty(db);
          await sql`update properties set time_zone = ${name} where id = ${propertyId}`.execute(db);
          const from = `${dueOn.slice(0, 8)}01`;
          const leaseId = await createActiveLease(db, { propertyId, from });
          const terms = sampleTerms({ dueDay: Number(dueOn.slice(8)) });
          await writeTerms(db, { leaseId, from, terms });
          await sql`insert into lease_accounts (lease_id, property_id, next_post_on) values (${leaseId}, ${propertyId}, ${day})`.execute(
            db,
          );
          leases.set(leaseId, dayIn(name));
        }
      });
      // Every midnight and the second before it.
      const isMidnight = (at: Date) =>
        [...leases.values()].some((dayAt) => dayAt(at) >= day && dayAt(new Date(at.getTime() - 1_000)) < day);
      const instants = quarters.filter(isMidnight).flatMap((at) => [new Date(at.getTime() - 1_000), at]);
      expect(instants.length).toBeGreaterThan(50);
      for (const instant of instants) {
        await postDueCharges({ ...portal.services, clock: () => instant });
        const { rows } = await sql<{ lease_id: number }>`
        select lease_id from receivables where lease_id = any(${[...leases.keys()]}::bigint[]) order by 1`.execute(
          portal.db,
        );
        const started = [...leases].filter(([, dayAt]) => dayAt(instant) >= day).map(([id]) => id);
        expect(
          rows.map(({ lease_id }) => lease_id),
          instant.toISOString(),
        ).toEqual(started);
      }
    },
    7_200_000,
  );
});

test("a million random amounts sum to the same cent in the database and in JavaScript", async () => {
  const propertyId = await createProperty(portal.db);
  const leaseId = await createActiveLease(portal.db, { propertyId, from: "2026-01-01" });
  const amountsOfAnEntry = 10_000;
  const entries = isTorture ? 100 : 2;
  let [seed, exact, counted] = [88_172_645_463_325_252n, 0n, 0];
  const someAmount = () => {
    // Xorshift produces the same amounts on every run, up to 100,000,000.00 in either direction.
    seed ^= BigInt.asUintN(64, seed << 13n);
    seed ^= seed >> 7n;
    seed ^= BigInt.asUintN(64, seed << 17n);
    return toCents(Number((seed % 20_000_000_001n) - 10_000_000_000n) || 1);
  };
  for (let n = 0; n < entries; n += 1) {
    const amounts = Array.from({ length: amountsOfAnEntry }, someAmount);
    const sum = amounts.reduce((total, cents) => total + cents, 0);
    exact += amounts.reduce((total, cents) => total + BigInt(cents), 0n);
    counted += sum;
    await runAsPortal(portal.services, (ctx) =>
      writeEntries(ctx, [
        {
          propertyId,
          leaseId,
          kind: "credit",
          onDay: "2026-01-01",
          description: "Many amounts",
          postings: [
            ...amounts.map((amountCents) => ({ account: "receivable" as const, amountCents })),
            { account: "opening" as const, amountCents: toCents(-sum) },
          ],
          receivable: { dueOn: "2026-01-01", countsAs: null, chargeKind: null },
        },
      ]),
    );
  }
  expect(BigInt(counted)).toBe(exact);
  expect(await readSums(portal.db, leaseId)).toEqual({
    stored: counted,
    postings: counted,
    receivables: counted,
    open: counted,
  });
}, 7_200_000);
