import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { readSums } from "#test/money/ledger.ts";
import {
  confirmPayment,
  deliverEvents,
  type PaymentFixtures,
  recordPayment,
  rentPayment,
  settlePending,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { removeJobs } from "#test/money/sandbox-jobs.ts";
import { signInAs } from "#test/people.ts";
import { reconcileDisputes } from "../refunds/reconcile-disputes.ts";
import { reconcilePayments } from "./reconcile.ts";

let people: PaymentFixtures;
let cookie: string;
let number = 0;
beforeAll(async () => {
  people = await startPaymentFixtures();
});
afterAll(() => people.portal.close());
beforeEach(async () => {
  // The clock moves by days, longer than a session lasts.
  cookie = await signInAs(people.portal.db, people.building.tenant, people.portal.clock.now);
  await sql`update payment_intents set state = 'canceled' where state in ('open', 'processing')`.execute(
    people.portal.db,
  );
});

const credited = async () => -(await readSums(people.portal.db, people.building.leaseId)).postings;
const startRentPayment = () =>
  startPayment(people, cookie, { ...rentPayment, description: `Payment ${++number}` });
const findState = async (reference: string) =>
  (
    await people.portal.db
      .selectFrom("payment_intents")
      .select("state")
      .where("reference", "=", reference)
      .executeTakeFirst()
  )?.state;

/** Runs the reconciler with a provider that can fail. Returns the calls the provider got. */
async function reconcile(isDown: (reference: string) => boolean = () => false): Promise<string[]> {
  const { services } = people.portal;
  const calls: string[] = [];
  const { cards } = services;
  if (cards === null) throw new Error("The demo has a sandbox.");
  const callProvider = <T>(verb: string, reference: string, response: () => Promise<T>): Promise<T> => {
    calls.push(`${verb} ${reference}`);
    return isDown(reference) ? Promise.reject(new ProviderUnavailableError("No response")) : response();
  };
  await reconcilePayments({
    ...services,
    cards: {
      ...cards,
      readIntent: (reference) => callProvider("read", reference, () => cards.readIntent(reference)),
      cancelIntent: (reference) => callProvider("cancel", reference, () => cards.cancelIntent(reference)),
    },
  });
  return calls;
}

test("a payment whose page was closed and whose event was lost is credited once, after ten minutes", async () => {
  const before = await credited();
  const { paymentIntentId, ...intent } = await startRentPayment();
  await confirmPayment(people, cookie, { paymentIntentId, ...intent }, { card: "succeeds" });
  await removeJobs(people.portal.services, "deliver-sandbox-event");
  people.portal.clock.advanceMinutes(9);
  expect(await reconcile()).toEqual([]);
  people.portal.clock.advanceMinutes(1);
  expect(await reconcile()).toEqual([`read ${paymentIntentId}`]);
  expect(await credited()).toBe(before + 250_000);
  people.portal.clock.advanceMinutes(60);
  expect(await reconcile()).toEqual([]);
  expect((await recordPayment(people, cookie, { paymentIntentId })).success).toBe(true);
  expect(await credited()).toBe(before + 250_000);
});

test("a bank debit whose event was lost is credited after the bank pays", async () => {
  const before = await credited();
  const intent = await startRentPayment();
  await confirmPayment(people, cookie, intent, { bank: "clears" });
  await recordPayment(people, cookie, intent);
  people.portal.clock.advanceMinutes(10);
  await reconcile();
  expect(await findState(intent.paymentIntentId)).toBe("processing");
  await settlePending(people.portal.services);
  await removeJobs(people.portal.services, "deliver-sandbox-event");
  people.portal.clock.advanceMinutes(10);
  await reconcile();
  // The card fee doesn't apply to a bank payment, so that amount is credited too.
  expect(await credited()).toBe(before + 258_750);
});

test("a lost dispute reverses the payment once, even if no event arrived", async () => {
  const { services } = people.portal;
  const before = await credited();
  const intent = await startRentPayment();
  await confirmPayment(people, cookie, intent, { card: "disputed" });
  await recordPayment(people, cookie, intent);
  await settlePending(services);
  await deliverEvents(services);
  await settlePending(services);
  await removeJobs(services, "deliver-sandbox-event");
  expect(await credited()).toBe(before + 250_000);
  await reconcileDisputes(services);
  expect(await credited()).toBe(before);
  await reconcileDisputes(services);
  expect(await credited()).toBe(before);
});

test("a payment intent that isn't paid within a day is cancelled in the portal and at the provider and can no longer be paid", async () => {
  const intent = await startRentPayment();
  people.portal.clock.advanceMinutes(24 * 60);
  people.portal.clock.now = new Date(people.portal.clock.now.getTime() - 1);
  expect(await reconcile()).toEqual([`read ${intent.paymentIntentId}`]);
  people.portal.clock.advanceMinutes(6 * 60);
  expect(await reconcile()).toEqual([`cancel ${intent.paymentIntentId}`]);
  expect(await findState(intent.paymentIntentId)).toBe("canceled");
  const cards = people.portal.services.cards;
  expect((await cards?.readIntent(intent.paymentIntentId))?.status).toBe("canceled");
});

test("a payment made while its intent is being cancelled is credited", async () => {
  const before = await credited();
  const intent = await startRentPayment();
  people.portal.clock.advanceMinutes(26 * 60);
  cookie = await signInAs(people.portal.db, people.building.tenant, people.portal.clock.now);
  await confirmPayment(people, cookie, intent, { card: "succeeds" });
  await removeJobs(people.portal.services, "deliver-sandbox-event");
  expect(await reconcile()).toEqual([`cancel ${intent.paymentIntentId}`, `read ${intent.paymentIntentId}`]);
  expect(await credited()).toBe(before + 250_000);
});

test("a payment intent whose reference was never received is cancelled at the provider after an hour", async () => {
  const { paymentIntentId } = await startRentPayment();
  await sql`update payment_intents set reference = null, client_secret = null where reference = ${paymentIntentId}`.execute(
    people.portal.db,
  );
  people.portal.clock.advanceMinutes(60);
  expect(await reconcile()).toEqual([`cancel ${paymentIntentId}`]);
  expect(await findState(paymentIntentId)).toBe("canceled");
});

test("a payment intent without a response doesn't block the others and is checked again later", async () => {
  const first = await startRentPayment();
  const second = await startRentPayment();
  await confirmPayment(people, cookie, second, { card: "succeeds" });
  people.portal.clock.advanceMinutes(10);
  await reconcile((reference) => reference === first.paymentIntentId);
  expect(await findState(second.paymentIntentId)).toBe("succeeded");
  expect(await reconcile()).toEqual([]);
  people.portal.clock.advanceMinutes(10);
  expect(await reconcile()).toEqual([`read ${first.paymentIntentId}`]);
});

test("an unresponsive provider is called three times per run, not once per payment intent", async () => {
  for (let n = 0; n < 5; n += 1) await startRentPayment();
  people.portal.clock.advanceMinutes(10);
  expect(await reconcile(() => true)).toHaveLength(3);
});

test("three payment intents that never get a response don't block the others", async () => {
  const stuck: string[] = [];
  for (let n = 0; n < 3; n += 1) stuck.push((await startRentPayment()).paymentIntentId);
  const paid = await startRentPayment();
  await confirmPayment(people, cookie, paid, { card: "succeeds" });
  for (const _ of [1, 2]) {
    people.portal.clock.advanceMinutes(10);
    await reconcile((reference) => stuck.includes(reference));
  }
  expect(await findState(paid.paymentIntentId)).toBe("succeeded");
});

test("the longer nothing happens, the less often the portal checks with the provider", async () => {
  await startRentPayment();
  const checkedAt: number[] = [];
  for (let minutes = 10; minutes < 24 * 60; minutes += 10) {
    people.portal.clock.advanceMinutes(10);
    if ((await reconcile()).length > 0) checkedAt.push(minutes);
  }
  expect(checkedAt.slice(0, 4)).toEqual([10, 20, 30, 40]);
  expect(checkedAt.length).toBeLessThan(30);
  expect(
    Math.max(...checkedAt.slice(1).map((minutes, index) => minutes - (checkedAt[index] ?? 0))),
  ).toBeLessThan(250);
});

test("a payment intent used only for a manual confirmation is cancelled after a day", async () => {
  const { paymentIntentId } = await startRentPayment();
  await sql`update payment_intents set provider = null where reference = ${paymentIntentId}`.execute(
    people.portal.db,
  );
  people.portal.clock.advanceMinutes(24 * 60 - 1);
  await reconcile();
  expect(await findState(paymentIntentId)).toBe("open");
  people.portal.clock.advanceMinutes(1);
  await reconcile();
  expect(await findState(paymentIntentId)).toBe("canceled");
});
