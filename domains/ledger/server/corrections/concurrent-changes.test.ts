import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { monthlyRent } from "#test/money/commercial-lease.ts";
import { readSums, writeCharge, writeTerms } from "#test/money/ledger.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";

// Transactions that post on leases of one property at the same time wait for each other without deadlocks.

const atOnce = 3;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

interface Change {
  verb: string;
  body: Record<string, unknown>;
}
const today = dayFromToday();
const reason = "Agreed on the phone.";
const amountCents = 10_000;

/** The preparation that makes the change possible. Without one, the lease has two unpaid charges. */
interface Kind {
  isDraft?: boolean;
  before?: Change;
  change: (charges: readonly number[], entry: number) => Change;
}
const payment = { verb: "payments", body: { amountCents: 250_000, method: "check" } };
const kinds: Record<string, Kind> = {
  charge: {
    change: () => ({
      verb: "charges",
      body: { kind: "other", label: "Key", amountCents, dueOn: today },
    }),
  },
  payment: { change: () => payment },
  credit: { change: () => ({ verb: "credits", body: { kind: "rent", amountCents, reason } }) },
  waiver: { change: ([chargeId]) => ({ verb: "waivers", body: { chargeId, reason } }) },
  "write-off": { change: ([chargeId]) => ({ verb: "write-offs", body: { chargeId, reason } }) },
  deposit: { change: () => ({ verb: "deposits", body: { action: "received", amountCents, reason } }) },
  "a reapplied payment": {
    before: payment,
    change: ([, chargeId], creditId) => ({
      verb: "allocations",
      body: { creditId, charges: [{ chargeId, amountCents }], reason },
    }),
  },
  "a returned payment": {
    before: payment,
    change: (_, entryId) => ({ verb: "reversals", body: { entryId, reason } }),
  },
  "a reversed write-off": {
    before: { verb: "write-offs", body: { reason, amountCents: 350_000 } },
    change: (_, entryId) => ({ verb: "reversals", body: { entryId, reason } }),
  },
  activation: { isDraft: true, change: () => ({ verb: "activate", body: {} }) },
  end: { change: () => ({ verb: "end", body: { on: today } }) },
};

async function prepare({ isDraft = false, before, change }: Kind) {
  const { db, services } = portal;
  const { propertyId } = building;
  const leaseId = await createLease(db, { propertyId, unitId: await createUnit(db, propertyId), isDraft });
  await writeTerms(db, { leaseId, from: dayFromToday(-30), terms: monthlyRent(dayFromToday(-30)) });
  const charges: number[] = [];
  // In two months, so that the totals of more than one month change.
  if (!isDraft)
    for (const days of [-40, -5])
      charges.push(
        await writeCharge(services, { propertyId, leaseId, cents: 200_000, dueOn: dayFromToday(days) }),
      );
  const send = ({ verb, body }: Change) =>
    portal.call("POST", `/api/leases/${leaseId}/${verb}`, {
      cookie: building.landlord.cookie,
      body: verb === "payments" ? { onDay: today, ...body } : body,
    });
  const entryId =
    before === undefined ? 0 : (await send(before)).json<{ entryId: LedgerEntry["id"] }>().entryId;
  return { leaseId, send: () => send(change(charges, entryId)) };
}

const names = Object.keys(kinds);
/** Each change with the next, and the last with the first. `npm run torture` tests every pair. */
const pairs = names.flatMap((first, index) =>
  (isTorture ? names.slice(index) : [names[(index + 1) % names.length] ?? first]).map(
    (second) => [first, second] as const,
  ),
);

test.each(pairs)("%s and %s on leases of one property succeed concurrently", async (first, second) => {
  const eachKind = Array.from({ length: atOnce }, () => [first, second]).flat();
  const leases = await Promise.all(eachKind.map((name) => prepare(kinds[name] as Kind)));
  const responses = await Promise.all(leases.map(({ send }) => send()));
  for (const { statusCode, body } of responses) expect([200, 201], body).toContain(statusCode);
  for (const { leaseId } of leases) {
    const { stored, ...sums } = await readSums(portal.db, leaseId);
    expect(sums).toEqual({ postings: stored, receivables: stored, open: stored });
  }
});
