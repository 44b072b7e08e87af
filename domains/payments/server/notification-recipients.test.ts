import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeCharge } from "#test/money/ledger.ts";
import {
  confirmPayment,
  deliverEvents,
  type PaymentFixtures,
  recordPayment,
  rentPayment,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, type Person } from "#test/people.ts";
import type { Confirmation } from "../confirmations-contract.ts";

let people: PaymentFixtures;
let other: Person;
beforeAll(async () => {
  people = await startPaymentFixtures();
  const { db } = people.portal;
  other = await createPerson(db, { role: "landlord", propertyIds: [people.building.propertyId] });
  await createPerson(db, { role: "landlord", propertyIds: [await createProperty(db)] });
  await writeCharge(people.portal.services, {
    propertyId: people.building.propertyId,
    leaseId: people.building.leaseId,
    cents: 1_000_000,
    dueOn: "2026-11-01",
  });
});
afterAll(() => people.portal.close());
beforeEach(() => people.portal.db.deleteFrom("notifications").execute());

const findNotifications = async (kind: string) =>
  (await readNotifications(people.portal.db))
    .filter((notification) => notification.kind === kind)
    .map(({ user_id, text, link }) => ({ user_id, text, link }))
    .sort((a, b) => a.user_id - b.user_id);
const sortedIds = (...people: { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b);
const findCompany = async (leaseId: number) =>
  (
    await people.portal.db
      .selectFrom("leases as l")
      .innerJoin("companies as c", "c.id", "l.company_id")
      .select("c.name")
      .where("l.id", "=", leaseId)
      .executeTakeFirstOrThrow()
  ).name;

test("NAV-31 a card payment notifies the property's landlords and the administrators once and doesn't notify the payer", async () => {
  const { building, portal } = people;
  const intent = await startPayment(people, building.tenant.cookie);
  await confirmPayment(people, building.tenant.cookie, intent, { card: "succeeds" });
  const { payment } = await recordPayment(people, building.tenant.cookie, intent);
  await recordPayment(people, building.tenant.cookie, intent);
  await deliverEvents(portal.services);
  const notifications = await findNotifications("payment.received");
  expect(notifications.map(({ user_id }) => user_id)).toEqual(
    sortedIds(building.landlord, building.admin, other),
  );
  expect(notifications[0]).toMatchObject({
    text: `Payment by card of $2,587.50 from ${await findCompany(building.leaseId)}, Harbor House, unit 101`,
    link: `/payments?payment=${payment?.id}`,
  });
});

test("NAV-31 the person who records a payment isn't notified", async () => {
  const { building, portal } = people;
  const recorded = await portal.call("POST", `/api/leases/${building.leaseId}/payments`, {
    cookie: building.landlord.cookie,
    body: { amountCents: 50_000, onDay: "2026-11-01", method: "check", reference: "1007" },
  });
  expect(recorded.statusCode, recorded.body).toBe(201);
  expect((await findNotifications("payment.received")).map(({ user_id }) => user_id)).toEqual(
    sortedIds(building.admin, other),
  );
});

const createConfirmation = async (transactionId: string) => {
  const response = await people.portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: people.building.tenant.cookie,
    body: { ...rentPayment, method: "zelle", transactionId, paymentDate: "2026-11-01", notes: "" },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ confirmation: Confirmation }>().confirmation;
};
const review = async (id: number, decision: "approve" | "reject", body: object) => {
  const response = await people.portal.call("POST", `/api/manual-payment-confirmations/${id}/${decision}`, {
    cookie: people.building.landlord.cookie,
    body,
  });
  expect(response.statusCode, response.body).toBe(200);
};

test("NAV-31 review notifications link to the payments, and people can turn on emails about rejections", async () => {
  const { building, portal } = people;
  const first = await createConfirmation("ZL-1");
  expect(await findNotifications("payment.to-review")).toMatchObject(
    sortedIds(building.landlord, building.admin, other).map((user_id) => ({ user_id, link: "/payments" })),
  );
  await review(first.id, "approve", {});
  const [approved] = await findNotifications("payment.approved");
  expect(approved).toMatchObject({
    user_id: building.tenant.id,
    link: expect.stringMatching(/^\/payments\?payment=\d+$/),
  });
  expect((await findNotifications("payment.received")).map(({ user_id }) => user_id)).toEqual(
    sortedIds(building.admin, other),
  );
  const findEmails = () =>
    portal.db.selectFrom("emails").select("to_address").where("template", "=", "payment-rejected").execute();
  await review((await createConfirmation("ZL-2")).id, "reject", { reason: "It never came." });
  expect(await findEmails()).toEqual([{ to_address: building.tenant.email }]);
  await portal.db
    .insertInto("notification_preferences")
    .values({
      user_id: building.tenant.id,
      topic: "confirmations",
      in_portal: true,
      by_email: false,
      by_push: false,
    })
    .execute();
  await review((await createConfirmation("ZL-3")).id, "reject", { reason: "It never came either." });
  expect(await findEmails()).toHaveLength(1);
  expect((await findNotifications("payment.rejected")).map(({ link }) => link)).toEqual([
    "/payments",
    "/payments",
  ]);
});
