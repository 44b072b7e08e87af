import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { withClient } from "#test/database.ts";
import { openEventStream } from "#test/event-stream.ts";
import { createCaller, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("the portal serves 256 of 300 concurrent requests and immediately rejects the others with Retry-After", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp(portal.services, { logger });
  const call = createCaller(app);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const stream = await openEventStream(address, building.landlord.cookie);
  const rejected: (string | undefined)[] = [];
  const calls = await withClient(portal.connection, async (client) => {
    await client.query("begin");
    await client.query("lock table sessions in access exclusive mode");
    const responses = Array.from({ length: 300 }, async () => {
      const response = await call("GET", "/api/work-orders", building.landlord);
      if (response.statusCode === 503) rejected.push(String(response.headers["retry-after"]));
      return response.statusCode;
    });
    await expect.poll(() => rejected).toEqual(Array.from({ length: 44 }, () => "5"));
    // Pages and monitoring are still served.
    expect((await call("GET", "/healthz")).statusCode).toBe(200);
    await client.query("commit");
    return responses;
  });
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(256);
  expect((await call("GET", "/api/work-orders", building.landlord)).statusCode).toBe(200);
  // Writing a stack trace for each of hundreds of rejections per second would cost more than the rejections
  // themselves.
  expect(lines).toHaveLength(44);
  expect(lines.some((line) => "err" in JSON.parse(line))).toBe(false);
  stream.close();
  await app.close();
});
