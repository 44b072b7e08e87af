import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding } from "#test/building.ts";
import { sumsOf } from "#test/ledger.ts";
import {
  begin,
  confirm,
  confirmation,
  deliverEvents,
  type PayingPeople,
  record,
  rent,
  settleAll,
  startPaying,
  takeJobs,
} from "#test/paying.ts";

let people: PayingPeople;
let cookie: string;
beforeAll(async () => {
  people = await startPaying();
  cookie = people.building.tenant.cookie;
});
afterAll(() => people.portal.close());

/** What was credited on the tenant's lease. */
const credited = async () => -(await sumsOf(people.portal.db, people.building.leaseId)).postings;
/** What `pay` credits. */
async function creditedBy(pay: () => Promise<unknown>): Promise<number> {
  const before = await credited();
  await pay();
  return (await credited()) - before;
}

describe("a tenant pays in the sandbox", () => {
  test("by card: the fee comes on top, and the rent is credited when the page says so (PAY-41, PAY-47, PAY-56)", async () => {
    const begun = await begin(people, cookie);
    expect(begun).toMatchObject({ provider: "sandbox", amountCents: 250_000, feeCents: 8_750, message: "" });
    expect(await creditedBy(() => confirm(people, cookie, begun, { card: "succeeds" }))).toBe(0);
    const recorded = await record(people, cookie, begun);
    expect(recorded).toMatchObject({
      success: true,
      status: "succeeded",
      payment: { method: "card", amountCents: 250_000, feeCents: 8_750, status: "completed" },
    });
    // The event that comes after it changes nothing, neither does a second click.
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(0);
    expect((await record(people, cookie, begun)).payment?.id).toBe(recorded.payment?.id);
  });

  test("by the event alone, when the page was closed", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "From the bus" });
    await confirm(people, cookie, begun, { card: "succeeds" });
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(250_000);
    expect(await creditedBy(() => record(people, cookie, begun))).toBe(0);
  });
});
