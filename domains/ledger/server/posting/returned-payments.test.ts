import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Terms } from "#domains/leases/terms.ts";
import { toCents } from "#shared/format/money.ts";
import {
  createActiveLease,
  readSums,
  runOnDay,
  sampleTerms,
  writePayment,
  writeTerms,
} from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { findEntry, writeReversal } from "../entries/write-reversal.ts";
import { findUpcomingLateFees } from "./late-fees.ts";
import { postCharges } from "./post-charges.ts";
import { postDueCharges } from "./post-due-charges.ts";

let portal: TestPortal;
let propertyId: number;
let leaseId: number;
beforeAll(async () => {
  portal = await startPortal();
  propertyId = await createProperty(portal.db);
});
afterAll(() => portal.close());

/** Rent of 3,000.00, posted in advance and due on January 1. The late fee of 5% is charged on January 7. */
beforeEach(() => newLease());

async function newLease(change: Partial<Terms> = {}, chargedOn = "2025-12-22"): Promise<void> {
  leaseId = await createActiveLease(portal.db, { propertyId, from: "2026-01-01", to: "2026-01-31" });
  const lateFee = { charge: { basisPoints: 500 }, capCents: null };
  await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms({ lateFee, ...change }) });
  await runOnDay(portal.services, chargedOn, (ctx) => postCharges(ctx, [leaseId]));
}

const run = (day: string) =>
  postDueCharges({ ...portal.services, clock: () => new Date(`${day}T20:00:00Z`) });
const pay = (day: string, cents: number, recordedOn = day) =>
  writePayment(portal.services, { leaseId, cents, day, recordedOn });

async function readEntryIds(kind: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ledger_entries where lease_id = ${leaseId} and kind = ${kind} order by id`.execute(
    portal.db,
  );
  return rows.map(({ id }) => id);
}

const reverse = (entryId: number | undefined, day: string) =>
  runOnDay(portal.services, day, async (ctx) => {
    const entry = await findEntry(ctx, leaseId, entryId ?? 0);
    await writeReversal(ctx, { leaseId, propertyId }, entry, {
      onDay: day,
      reason: "The check bounced.",
      cause: "returned",
    });
    await applyCredits(ctx, [leaseId], { onDay: day });
  });
/** The bank returns the last payment. */
const returnPayment = async (day: string) => reverse((await readEntryIds("payment")).at(-1), day);

async function fees(): Promise<unknown[]> {
  const { rows } = await sql<{ on_day: string; due_on: string; amount_cents: number; reason: string }>`
    select r.on_day, r.due_on, r.amount_cents, e.reason from receivables r join ledger_entries e on e.id = r.entry_id
    where r.lease_id = ${leaseId} and e.kind = 'late-fee' order by r.entry_id`.execute(portal.db);
  return rows.map(({ on_day, due_on, amount_cents, reason }) => ({
    days: [on_day, due_on],
    cents: amount_cents,
    reason,
  }));
}

describe("a payment returned after the date of the late fee", () => {
  test("a returned payment incurs the late fee it had avoided, once, on the return date and with the reason", async () => {
    await pay("2026-01-03", 300_000);
    await run("2026-01-07");
    expect(await fees()).toEqual([]);
    await returnPayment("2026-01-20");
    expect(
      await runOnDay(portal.services, "2026-01-20", (ctx) => findUpcomingLateFees(ctx, leaseId)),
    ).toEqual([{ dueOn: "2026-01-01", feeOn: "2026-01-20", rentCents: 300_000, feeCents: 15_000 }]);
    await run("2026-01-20");
    await run("2026-01-21");
    const expectedReason =
      "A payment was returned, leaving $3,000.00 of this rent unpaid after the grace period.";
    // 5% of 3,000.00
    expect(await fees()).toEqual([
      { days: ["2026-01-20", "2026-01-20"], cents: 15_000, reason: expectedReason },
    ]);
    expect(await readSums(portal.db, leaseId)).toMatchObject({ stored: 315_000, open: 315_000 });
  });

  test("a returned payment incurs a late fee only on its own part of the rent", async () => {
    await pay("2026-01-02", 200_000);
    await pay("2026-01-03", 100_000);
    await run("2026-01-07");
    await returnPayment("2026-01-20");
    await run("2026-01-20");
    // 5% of 1,000.00
    expect(await fees()).toMatchObject([{ days: ["2026-01-20", "2026-01-20"], cents: 5_000 }]);
  });

  test("if a returned payment is recorded again with its original date, no late fee is charged, but a late new payment incurs one", async () => {
    await pay("2026-01-03", 300_000);
    await run("2026-01-07");
    await returnPayment("2026-01-20");
    await pay("2026-01-03", 300_000, "2026-01-20");
    await run("2026-01-20");
    expect(await fees()).toEqual([]);
    await returnPayment("2026-01-21");
    await pay("2026-01-21", 300_000);
    await run("2026-01-22");
    expect(await fees()).toMatchObject([{ days: ["2026-01-21", "2026-01-21"], cents: 15_000 }]);
  });

  test("a returned payment incurs no second late fee, even if the first one was reversed", async () => {
    await run("2026-01-07");
    await pay("2026-01-10", 315_000);
    await returnPayment("2026-01-20");
    await run("2026-01-20");
    expect(await fees()).toMatchObject([{ days: ["2026-01-07", "2026-01-07"], cents: 15_000 }]);
    await reverse((await readEntryIds("late-fee"))[0], "2026-01-21");
    await pay("2026-01-21", 300_000);
    await returnPayment("2026-01-25");
    await run("2026-01-25");
    expect(await fees()).toHaveLength(1);
  });

  test.each([
    ["without a late fee in the terms", { lateFee: null }, "2025-12-22"],
    ["due before the lease was first charged here", {}, "2026-01-02"],
    [
      "that is a CAM charge instead of rent",
      {
        lines: sampleTerms().lines.map((line) => ({
          ...line,
          kind: "common-area" as const,
          price: { monthlyCents: toCents(300_000) },
        })),
      },
      "2025-12-22",
    ],
  ])("a returned payment incurs no late fee for a charge %s", async (_, change, chargedOn) => {
    await newLease(change, chargedOn);
    await pay("2026-01-03", 300_000);
    await run("2026-01-07");
    await returnPayment("2026-01-20");
    await run("2026-01-20");
    expect(await fees()).toEqual([]);
  });
});

test("a payment returned before the date of the late fee doesn't change the fee", async () => {
  await pay("2026-01-03", 300_000);
  await returnPayment("2026-01-05");
  await run("2026-01-05");
  expect(await fees()).toEqual([]);
  await run("2026-01-07");
  await run("2026-01-20");
  expect(await fees()).toMatchObject([
    {
      days: ["2026-01-07", "2026-01-07"],
      cents: 15_000,
      reason: "$3,000.00 of this rent was unpaid after the grace period.",
    },
  ]);
});
