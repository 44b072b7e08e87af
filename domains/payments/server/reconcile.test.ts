import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ProviderAway } from "#server/integrations/card-provider.ts";
import { sumsOf } from "#test/ledger.ts";
import {
  begin,
  confirm,
  deliverEvents,
  type PayingPeople,
  record,
  rent,
  settleAll,
  startPaying,
} from "#test/paying.ts";
import { signInAs } from "#test/people.ts";
import { takeJobs } from "#test/sandbox-jobs.ts";
import { reconcilePayments } from "./reconcile.ts";
import { reconcileDisputes } from "./reconcile-disputes.ts";

let people: PayingPeople;
let cookie: string;
let number = 0;
beforeAll(async () => {
  people = await startPaying();
});
afterAll(() => people.portal.close());
beforeEach(async () => {
  // The clock is moved by days, longer than a session lasts.
  cookie = await signInAs(people.portal.db, people.building.tenant, people.portal.clock.now);
  await sql`update payment_intents set state = 'canceled' where state in ('open', 'processing')`.execute(
    people.portal.db,
  );
});

const credited = async () => -(await sumsOf(people.portal.db, people.building.leaseId)).postings;
const beginOne = () => begin(people, cookie, { ...rent, description: `Payment ${++number}` });
const stateOf = async (reference: string) =>
  (
    await people.portal.db
      .selectFrom("payment_intents")
      .select("state")
      .where("reference", "=", reference)
      .executeTakeFirst()
  )?.state;

/** Runs the reconciler, while the provider may fail; returns the calls it got. */
async function reconcile(isAway: (reference: string) => boolean = () => false): Promise<string[]> {
  const { services } = people.portal;
  const calls: string[] = [];
  const { cards } = services;
  if (cards === null) throw new Error("The demo has a sandbox.");
  const ask = <T>(verb: string, reference: string, response: () => Promise<T>): Promise<T> => {
    calls.push(`${verb} ${reference}`);
    return isAway(reference) ? Promise.reject(new ProviderAway("It does not answer.")) : response();
  };
  await reconcilePayments({
    ...services,
    cards: {
      ...cards,
      readIntent: (reference) => ask("read", reference, () => cards.readIntent(reference)),
      cancelIntent: (reference) => ask("cancel", reference, () => cards.cancelIntent(reference)),
    },
  });
  return calls;
}

test("a payment whose page was closed and whose event was lost is credited after ten minutes, once", async () => {
  const before = await credited();
  const { paymentIntentId, ...begun } = await beginOne();
  await confirm(people, cookie, { paymentIntentId, ...begun }, { card: "succeeds" });
  await takeJobs(people.portal.services, "deliver-sandbox-event");
  people.portal.clock.forwardMinutes(9);
  expect(await reconcile()).toEqual([]);
  people.portal.clock.forwardMinutes(1);
  expect(await reconcile()).toEqual([`read ${paymentIntentId}`]);
  expect(await credited()).toBe(before + 250_000);
  people.portal.clock.forwardMinutes(60);
  expect(await reconcile()).toEqual([]);
  expect((await record(people, cookie, { paymentIntentId })).success).toBe(true);
  expect(await credited()).toBe(before + 250_000);
});

test("a debit whose event was lost is credited when the bank has paid", async () => {
  const before = await credited();
  const begun = await beginOne();
  await confirm(people, cookie, begun, { bank: "clears" });
  await record(people, cookie, begun);
  people.portal.clock.forwardMinutes(10);
  await reconcile();
  expect(await stateOf(begun.paymentIntentId)).toBe("processing");
  await settleAll(people.portal.services);
  await takeJobs(people.portal.services, "deliver-sandbox-event");
  people.portal.clock.forwardMinutes(10);
  await reconcile();
  // The card fee does not apply to the bank that paid: that amount is credited as well.
  expect(await credited()).toBe(before + 258_750);
});

test("a dispute lost without any event takes the payment back, once", async () => {
  const { services } = people.portal;
  const before = await credited();
  const begun = await beginOne();
  await confirm(people, cookie, begun, { card: "disputed" });
  await record(people, cookie, begun);
  await settleAll(services);
  await deliverEvents(services);
  await settleAll(services);
  await takeJobs(services, "deliver-sandbox-event");
  expect(await credited()).toBe(before + 250_000);
  await reconcileDisputes(services);
  expect(await credited()).toBe(before);
  await reconcileDisputes(services);
  expect(await credited()).toBe(before);
});

test("an intent not paid within a day is canceled here and at the provider, and can no longer be paid", async () => {
  const begun = await beginOne();
  people.portal.clock.forwardMinutes(24 * 60);
  people.portal.clock.now = new Date(people.portal.clock.now.getTime() - 1);
  expect(await reconcile()).toEqual([`read ${begun.paymentIntentId}`]);
  people.portal.clock.forwardMinutes(6 * 60);
  expect(await reconcile()).toEqual([`cancel ${begun.paymentIntentId}`]);
  expect(await stateOf(begun.paymentIntentId)).toBe("canceled");
  const cards = people.portal.services.cards;
  expect((await cards?.readIntent(begun.paymentIntentId))?.status).toBe("canceled");
});

test("a payment made at the moment of cancellation is credited", async () => {
  const before = await credited();
  const begun = await beginOne();
  people.portal.clock.forwardMinutes(26 * 60);
  cookie = await signInAs(people.portal.db, people.building.tenant, people.portal.clock.now);
  await confirm(people, cookie, begun, { card: "succeeds" });
  await takeJobs(people.portal.services, "deliver-sandbox-event");
  expect(await reconcile()).toEqual([`cancel ${begun.paymentIntentId}`, `read ${begun.paymentIntentId}`]);
  expect(await credited()).toBe(before + 250_000);
});

test("an intent whose reference was never received is canceled at the provider after an hour", async () => {
  const { paymentIntentId } = await beginOne();
  await sql`update payment_intents set reference = null, client_secret = null where reference = ${paymentIntentId}`.execute(
    people.portal.db,
  );
  people.portal.clock.forwardMinutes(60);
  expect(await reconcile()).toEqual([`cancel ${paymentIntentId}`]);
  expect(await stateOf(paymentIntentId)).toBe("canceled");
});

test("an intent without an answer does not stop the others, and is asked about again later", async () => {
  const first = await beginOne();
  const second = await beginOne();
  await confirm(people, cookie, second, { card: "succeeds" });
  people.portal.clock.forwardMinutes(10);
  await reconcile((reference) => reference === first.paymentIntentId);
  expect(await stateOf(second.paymentIntentId)).toBe("succeeded");
  expect(await reconcile()).toEqual([]);
  people.portal.clock.forwardMinutes(10);
  expect(await reconcile()).toEqual([`read ${first.paymentIntentId}`]);
});

test("while the provider is away it is called three times per run, not once for each waiting intent", async () => {
  for (let n = 0; n < 5; n += 1) await beginOne();
  people.portal.clock.forwardMinutes(10);
  expect(await reconcile(() => true)).toHaveLength(3);
});

test("three intents that never get an answer do not block the others", async () => {
  const stuck: string[] = [];
  for (let n = 0; n < 3; n += 1) stuck.push((await beginOne()).paymentIntentId);
  const paid = await beginOne();
  await confirm(people, cookie, paid, { card: "succeeds" });
  for (const _ of [1, 2]) {
    people.portal.clock.forwardMinutes(10);
    await reconcile((reference) => stuck.includes(reference));
  }
  expect(await stateOf(paid.paymentIntentId)).toBe("succeeded");
});

test("the longer nothing happens, the less often the provider is asked", async () => {
  await beginOne();
  const askedAt: number[] = [];
  for (let minutes = 10; minutes < 24 * 60; minutes += 10) {
    people.portal.clock.forwardMinutes(10);
    if ((await reconcile()).length > 0) askedAt.push(minutes);
  }
  expect(askedAt.slice(0, 4)).toEqual([10, 20, 30, 40]);
  expect(askedAt.length).toBeLessThan(30);
  expect(Math.max(...askedAt.slice(1).map((minutes, at) => minutes - (askedAt[at] ?? 0)))).toBeLessThan(250);
});

test("an intent for a manual confirmation only is given up after a day", async () => {
  const { paymentIntentId } = await beginOne();
  await sql`update payment_intents set provider = null where reference = ${paymentIntentId}`.execute(
    people.portal.db,
  );
  people.portal.clock.forwardMinutes(24 * 60 - 1);
  await reconcile();
  expect(await stateOf(paymentIntentId)).toBe("open");
  people.portal.clock.forwardMinutes(1);
  await reconcile();
  expect(await stateOf(paymentIntentId)).toBe("canceled");
});
