import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { readNotifications } from "#test/notifications.ts";
import { signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentReminder } from "../reminder-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let landlord: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  landlord = await signInAs(portal.db, building.landlord, portal.clock.now);
});
afterAll(() => portal.close());

const read = async () =>
  (
    await portal.call("GET", `/api/leases/${building.leaseId}/payment-reminder`, { cookie: landlord })
  ).json<PaymentReminder>();
async function send(body: object = {}) {
  const response = await portal.call("POST", `/api/leases/${building.leaseId}/payment-reminders`, {
    cookie: landlord,
    body,
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

test("staff can remind the people on a lease of the overdue amount once a day, or again after confirming, and the lease's history records the reminder [NAV-31]", async () => {
  await portal.db.updateTable("users").set({ email_confirmed_at: portal.clock.now }).execute();
  expect(await send()).toMatchObject({ status: 409, body: { message: "Nothing is overdue on this lease." } });
  await writeCharge(portal.services, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    cents: 250_000,
    dueOn: "2020-01-01",
  });
  expect(await read()).toMatchObject({ overdueCents: 250_000, overdueSince: "2020-01-01", last: null });
  expect(await send()).toMatchObject({ status: 201, body: { notified: 1 } });
  expect((await read()).last).toMatchObject({ who: building.landlord.fullName, isToday: true });
  expect(await send()).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/already sent a reminder today at .+\. Confirm to send another\.$/),
    },
  });
  expect((await send({ again: true })).status).toBe(201);
  expect(await readNotifications(portal.db, building.tenant.id)).toHaveLength(2);
  const history = await portal.call("GET", `/api/leases/${building.leaseId}/history`, {
    cookie: landlord,
  });
  expect(history.json()).toContainEqual(
    expect.objectContaining({ what: "Sent a reminder of $2,500.00 overdue to 1 person" }),
  );
});

test("the reminder email lists the charges, the total, and how to pay, and isn't sent without an email server [NAV-31]", async () => {
  expect((await read()).people).toEqual([expect.objectContaining({ receivesEmail: false })]);
  const { config } = portal.services;
  const smtpUrl = config.smtpUrl;
  Object.assign(config, { smtpUrl: "smtp://mail.example" });
  await sql`update organization set name = 'Harbor Property', payment_handle = 'pay@harbor.example'`.execute(
    portal.db,
  );
  expect(await send({ again: true })).toMatchObject({ status: 201, body: { notified: 1, emailed: 1 } });
  Object.assign(config, { smtpUrl });
  const { text_body: text } = await portal.db
    .selectFrom("emails")
    .select("text_body")
    .where("template", "=", "payment-reminder")
    .executeTakeFirstOrThrow();
  expect(text).toContain("due Jan 1, 2020");
  expect(text).toContain("Total overdue: $2,500.00");
  expect(text).toContain("by check to Harbor Property or by Zelle to pay@harbor.example");
});
