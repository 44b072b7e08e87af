import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let orderId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  orderId = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
  });
});
afterAll(() => portal.close());

const comment = (key: string, text: string, cookie = building.admin.cookie) =>
  portal.call("POST", `/api/work-orders/${orderId}/comments`, {
    cookie,
    body: { text },
    headers: { "idempotency-key": key },
  });
const commentsSaying = async (text: string) =>
  (
    await portal.db
      .selectFrom("work_order_activity")
      .select("id")
      .where(sql`details ->> 'text'`, "=", text)
      .execute()
  ).length;

describe("Idempotency-Key", () => {
  test("ten concurrent creates with the same key create one record and all return its response", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => comment("key-1", "said once")));
    for (const response of responses) {
      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual(responses[0]?.json());
    }
    expect(await commentsSaying("said once")).toBe(1);
  });

  test("an idempotency key used with a different body returns 409, and nothing is created", async () => {
    await comment("key-2", "first words");
    expect((await comment("key-2", "other words")).statusCode).toBe(409);
    expect(await commentsSaying("other words")).toBe(0);
  });

  test("a person whose access has ended doesn't get the stored response to a repeated request", async () => {
    const sendAgain = () => comment("key-lost", "seen while on the team", building.technician.cookie);
    expect((await sendAgain()).statusCode).toBe(201);
    expect((await sendAgain()).statusCode).toBe(201);
    const staff = { property_id: building.propertyId, user_id: building.technician.id };
    await portal.db.deleteFrom("property_staff").where("user_id", "=", building.technician.id).execute();
    const rejected = await sendAgain();
    expect([rejected.statusCode, rejected.body.includes("seen while")]).toEqual([403, false]);
    await portal.db.insertInto("property_staff").values(staff).execute();
    expect((await sendAgain()).statusCode).toBe(201);
    expect(await commentsSaying("seen while on the team")).toBe(1);
  });

  test("an idempotency key applies only to its user", async () => {
    await comment("key-3", "both say it");
    expect((await comment("key-3", "both say it", building.landlord.cookie)).statusCode).toBe(201);
    expect(await commentsSaying("both say it")).toBe(2);
  });

  test("a repeated change, replacement, or removal is made once and returns the first response", async () => {
    const headers = { "idempotency-key": "once" };
    const call = (method: "PATCH" | "PUT" | "DELETE", what: string, body?: object) =>
      portal.call(method, `/api/work-orders/${orderId}${what}`, {
        ...building.admin,
        headers,
        ...(body && { body }),
      });
    const move = () => call("PATCH", "/status", { status: "scheduled" });
    const moved = (await move()).json();
    await portal.call("PATCH", `/api/work-orders/${orderId}/status`, {
      ...building.landlord,
      body: { status: "in_progress" },
    });
    expect((await move()).json()).toEqual(moved);
    const due = () => call("PUT", "/due", { dueAt: null });
    expect((await due()).json()).toEqual((await due()).json());
    const { status } = await portal.db
      .selectFrom("work_orders")
      .select("status")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("in_progress");
    const spare = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: building.tenant.id,
    });
    const remove = () => portal.call("DELETE", `/api/work-orders/${spare}`, { ...building.admin, headers });
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 200]);
  });

  test("a rejected request doesn't use up its idempotency key", async () => {
    expect((await comment("key-4", "")).statusCode).toBe(400);
    expect((await comment("key-4", "now with words")).statusCode).toBe(201);
  });

  test("an idempotency key applies to the route, however the path is written", async () => {
    for (const path of [`/api/work-orders/${orderId}/comments`, `/API/Work-Orders/${orderId}/comments/`])
      await portal.call("POST", path, {
        cookie: building.admin.cookie,
        body: { text: "said to one route" },
        headers: { "idempotency-key": "key-route" },
      });
    expect(await commentsSaying("said to one route")).toBe(1);
  });

  test("an idempotency key applies regardless of the query string and its length", async () => {
    const long = Array.from({ length: 5_000 }, (_, index) => ((index * 7919) % 36).toString(36)).join("");
    const responses = await Promise.all(
      [`?a=${long}`, "?b=2"].map((query) =>
        portal.call("POST", `/api/work-orders/${orderId}/comments${query}`, {
          ...building.admin,
          body: { text: "said with a query" },
          headers: { "idempotency-key": "key-with-query" },
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await commentsSaying("said with a query")).toBe(1);
  });

  test("responses are stored for 30 days because phones can be offline that long", async () => {
    await comment("key-late", "said before a long holiday");
    const { services } = portal;
    const after = (days: number) => new Date(Date.now() + days * 86_400_000);
    await sweepExpired({ ...services, clock: () => after(29) });
    const cookie = await signInAs(portal.db, building.admin);
    await comment("key-late", "said before a long holiday", cookie);
    expect(await commentsSaying("said before a long holiday")).toBe(1);
    await sweepExpired({ ...services, clock: () => after(31) });
    await comment("key-late", "said before a long holiday", await signInAs(portal.db, building.admin));
    expect(await commentsSaying("said before a long holiday")).toBe(2);
  });
});
