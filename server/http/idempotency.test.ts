import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
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
      .where(sql`particulars ->> 'text'`, "=", text)
      .execute()
  ).length;

describe("Idempotency-Key", () => {
  test("ten concurrent creates with one key create one record, and all get its response", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => comment("key-1", "said once")));
    for (const response of responses) {
      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual(responses[0]?.json());
    }
    expect(await commentsSaying("said once")).toBe(1);
  });

  test("the same key with another body is 409, and nothing is created", async () => {
    await comment("key-2", "first words");
    expect((await comment("key-2", "other words")).statusCode).toBe(409);
    expect(await commentsSaying("other words")).toBe(0);
  });

  test("a key applies to its user only", async () => {
    await comment("key-3", "both say it");
    expect((await comment("key-3", "both say it", building.landlord.cookie)).statusCode).toBe(201);
    expect(await commentsSaying("both say it")).toBe(2);
  });

  test("a refused request does not use up its key", async () => {
    expect((await comment("key-4", "")).statusCode).toBe(400);
    expect((await comment("key-4", "now with words")).statusCode).toBe(201);
  });

  test("a key applies to the route, however its path is written", async () => {
    for (const path of [`/api/work-orders/${orderId}/comments`, `/API/Work-Orders/${orderId}/comments/`])
      await portal.call("POST", path, {
        cookie: building.admin.cookie,
        body: { text: "said to one route" },
        headers: { "idempotency-key": "key-route" },
      });
    expect(await commentsSaying("said to one route")).toBe(1);
  });

  test("the query string is ignored, however long", async () => {
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
});
