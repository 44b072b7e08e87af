import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { withClient } from "#test/database.ts";
import { openEventStream } from "#test/event-stream.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("of 300 calls in progress 256 are answered in the end, and the others are refused at once with Retry-After", async () => {
  const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const stream = await openEventStream(address, building.landlord.cookie);
  const refused: (string | undefined)[] = [];
  const calls = await withClient(portal.connection, async (client) => {
    await client.query("begin");
    await client.query("lock table sessions in access exclusive mode");
    const asked = Array.from({ length: 300 }, async () => {
      const response = await portal.call("GET", "/api/work-orders", building.landlord);
      if (response.statusCode === 503) refused.push(String(response.headers["retry-after"]));
      return response.statusCode;
    });
    await expect.poll(() => refused).toEqual(Array.from({ length: 44 }, () => "5"));
    // Pages and those who watch the portal are still served.
    expect((await portal.call("GET", "/healthz")).statusCode).toBe(200);
    await client.query("commit");
    return asked;
  });
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(256);
  expect((await portal.call("GET", "/api/work-orders", building.landlord)).statusCode).toBe(200);
  stream.close();
});
