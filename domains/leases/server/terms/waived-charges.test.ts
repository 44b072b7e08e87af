import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { monthlyRent } from "#test/money/commercial-lease.ts";
import { readSums } from "#test/money/ledger.ts";
import { signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";

/*
 * The landlord waived or wrote off May's rent of $3,100.00, and then the lease dates change. An amount that
 * no one paid must not be paid out to the tenant.
 */

let leasing: LeaseFixtures;
let lease: Lease;
let mayCharge: LedgerEntry;

beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
afterAll(() => leasing.portal.close());

/** January to April are unpaid, 4 x 3,100.00 = 12,400.00, and May has just been charged. */
beforeEach(async () => {
  await goTo("2027-01-10");
  lease = await leasing.create(await leasing.newUnit(), { from: "2027-01-01", to: null, state: "draft" });
  await send("PUT", "terms", { terms: monthlyRent("2027-01-01") });
  await send("POST", "activate", {});
  await goTo("2027-04-25");
  await postDueCharges(leasing.portal.services);
  const entries = (await send("GET", "ledger")).json<LedgerEntry[]>();
  mayCharge = entries.find(({ dueOn }) => dueOn === "2027-05-01") as LedgerEntry;
  await expectBalance(1_550_000);
});

async function goTo(day: string): Promise<void> {
  const { portal, building } = leasing;
  portal.clock.now = new Date(`${day}T20:00:00Z`);
  building.landlord.cookie = await signInAs(portal.db, building.landlord, portal.clock.now);
}

async function send(method: "GET" | "POST" | "PUT" | "PATCH", what: string, body?: Record<string, unknown>) {
  const response = await leasing.portal.call(
    method,
    `/api/leases/${lease.id}${what === "" ? "" : `/${what}`}`,
    {
      cookie: leasing.building.landlord.cookie,
      ...(body === undefined ? {} : { body }),
    },
  );
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response;
}

/** Checks the balance, and that no stored figure differs from its source. */
async function expectBalance(cents: number): Promise<void> {
  expect(await readSums(leasing.portal.db, lease.id)).toEqual({
    stored: cents,
    postings: cents,
    receivables: cents,
    open: cents,
  });
  const problems: string[] = [];
  for await (const problem of verifyLedger(leasing.portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
}

const reason = "They move out early.";

describe.each([
  ["waived", "waivers"],
  ["written off", "write-offs"],
])("rent that was %s", (_, verb) => {
  const waiveOrWriteOff = async (amountCents?: number) =>
    (
      await send("POST", verb, {
        chargeId: mayCharge.id,
        reason,
        ...(amountCents === undefined ? {} : { amountCents }),
      })
    ).json<{ entryId: number }>();

  test("waived or written-off rent isn't reversed again when the lease ends within its month", async () => {
    await waiveOrWriteOff();
    await expectBalance(1_240_000);
    await send("POST", "end", { on: "2027-05-10" });
    await expectBalance(1_240_000);
    // It doesn't become unpaid again when the lease is extended.
    await send("PATCH", "", { to: null });
    await expectBalance(1_240_000);
  });

  test("only the rest of partly waived or written-off rent is reversed", async () => {
    await waiveOrWriteOff(60_000);
    await expectBalance(1_490_000);
    // May has 10 days left, 3,100.00 x 10 / 31 = 1,000.00, so 2,100.00 is reversed.
    await send("POST", "end", { on: "2027-05-10" });
    await expectBalance(1_280_000);
    // With an end date of April 30, nothing is due for May, and 600.00 of its 3,100.00 was waived or written
    // off.
    await send("POST", "end", { on: "2027-04-30" });
    await expectBalance(1_240_000);
  });

  test("waived or written-off rent is due for the remaining days once staff reverse the waiver or write-off", async () => {
    const { entryId } = await waiveOrWriteOff();
    await send("POST", "end", { on: "2027-05-10" });
    await send("POST", "reversals", { entryId, reason: "It was agreed otherwise." });
    // 4 x 3,100.00 + 1,000.00
    await expectBalance(1_340_000);
  });
});
