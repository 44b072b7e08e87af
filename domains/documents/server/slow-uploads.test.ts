import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/documents.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("a client that sends many files slowly is asked to come back later, and does not block others", async () => {
  const address = new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" }));
  const { body, headers } = documentUpload({ fields: { title: "Slow", type: "Other", buildingId: 1 } });
  const lines = Object.entries({
    host: address.host,
    cookie: building.tenant.cookie,
    "content-length": body.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  let refused = 0;
  const sockets = Array.from({ length: 64 }, () => {
    const socket = connect(Number(address.port), address.hostname);
    socket.on("error", () => undefined);
    socket.on("data", (response) => {
      if (String(response).startsWith("HTTP/1.1 503 ")) refused += 1;
    });
    socket.write(`POST /api/documents HTTP/1.1\r\n${lines.join("")}\r\n`);
    return socket;
  });
  try {
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(14);
    const { landlord, propertyId } = building;
    const fields = { title: "Rules", type: "Other", buildingId: propertyId };
    const response = await upload(portal, landlord.cookie, { fields, content: smallPdf() });
    expect(response.statusCode, response.body).toBe(201);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  // Closed connections free their places for the next uploads.
  const fields = { title: "Own paper", type: "Other", buildingId: 1 };
  await expect
    .poll(async () => (await upload(portal, building.tenant.cookie, { fields })).statusCode, {
      timeout: 20_000,
    })
    .toBe(201);
});
