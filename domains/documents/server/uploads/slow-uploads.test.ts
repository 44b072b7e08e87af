import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let address: URL;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  address = new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" }));
});
afterAll(() => portal.close());

/** Opens `count` uploads to `path` that never send their form. */
function openSlowly(count: number, { path, cookie }: { path: string; cookie: string }) {
  const { body, headers } = documentUpload({ fields: { title: "Slow", type: "Other", buildingId: 1 } });
  const lines = Object.entries({ host: address.host, cookie, "content-length": body.length, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const slow = { rejected: 0, sockets: [] as Socket[] };
  slow.sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(address.port), address.hostname);
    socket.on("error", () => undefined);
    socket.on("data", (response) => {
      if (String(response).startsWith("HTTP/1.1 503 ")) slow.rejected += 1;
    });
    socket.write(`POST ${path} HTTP/1.1\r\n${lines}\r\n`);
    return socket;
  });
  return slow;
}
const close = ({ sockets }: { sockets: Socket[] }) => {
  for (const socket of sockets) socket.destroy();
};
const uploadStatus = async ({ cookie }: { cookie: string }) => {
  const fields = { title: "Rules", type: "Other", buildingId: building.propertyId };
  return (await upload(portal, cookie, { fields, content: smallPdf() })).statusCode;
};

test("two people pending approval can send up to four slow forms without blocking anyone", async () => {
  const cookies = await Promise.all(
    [1, 2].map(async () =>
      signInAs(portal.db, await createPerson(portal.db, { role: "tenant", state: "pending" })),
    ),
  );
  const slow = cookies.map((cookie) => openSlowly(32, { path: "/api/work-orders", cookie }));
  try {
    await expect.poll(() => slow.map(({ rejected }) => rejected), { timeout: 20_000 }).toEqual([30, 30]);
    expect(await uploadStatus(building.landlord)).toBe(201);
  } finally {
    slow.forEach(close);
  }
});

test("people on one network share its upload slots, and closed connections free them", async () => {
  const { tenant, neighbor, landlord } = building;
  const [first, second, third] = [tenant, neighbor, landlord].map(({ cookie }) =>
    openSlowly(30, { path: "/api/documents", cookie }),
  ) as [ReturnType<typeof openSlowly>, ReturnType<typeof openSlowly>, ReturnType<typeof openSlowly>];
  try {
    // 25 for a person and 50 for a network.
    await expect.poll(() => first.rejected + second.rejected + third.rejected, { timeout: 20_000 }).toBe(40);
    expect(await uploadStatus(building.admin)).toBe(503);
  } finally {
    [first, second, third].forEach(close);
  }
  await expect.poll(() => uploadStatus(building.admin), { timeout: 20_000 }).toBe(201);
});
