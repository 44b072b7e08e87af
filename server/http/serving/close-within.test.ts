import { readdir } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { startBuilding } from "#test/building.ts";
import { withClient } from "#test/database.ts";
import { openEventStream } from "#test/event-stream.ts";
import { closeWithin } from "./close-within.ts";

test("streams end right away, and an endless upload delays the shutdown no longer than the limit", async () => {
  const { portal, building } = await startBuilding();
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = portal.app.server.address() as AddressInfo;
  const stream = await openEventStream(`http://127.0.0.1:${port}`, building.tenant.cookie);
  const upload = connect(port, "127.0.0.1");
  const isCut = new Promise<void>((cut) => void upload.once("close", () => cut()));
  upload.on("error", () => undefined);
  upload.write(
    `POST /api/work-orders HTTP/1.1\r\nhost: portal\r\ncookie: ${building.tenant.cookie}\r\ncontent-length: 1000000\r\n` +
      'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n',
  );
  const trickle = setInterval(() => upload.write("a"), 50);
  const received = () => readdir(path.join(portal.filesFolder, "incoming")).catch(() => []);
  await expect.poll(received).toHaveLength(1);
  const startedAt = performance.now();
  await closeWithin(portal.app, 0.5);
  clearInterval(trickle);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await Promise.all([isCut, stream.ended]);
  await expect.poll(received).toEqual([]);
  expect(await readdir(portal.filesFolder)).toEqual(["incoming"]);
  await portal.close();
});

test("fifty requests in progress all get a response, and then the shutdown completes right away despite kept-alive connections", async () => {
  const { portal, building } = await startBuilding();
  const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const { stopping, answers } = await withClient(portal.connection, async (client) => {
    await client.query("begin");
    await client.query("lock table sessions in access exclusive mode");
    let received = 0;
    portal.app.server.on("request", () => {
      received += 1;
    });
    const responses = Array.from({ length: 50 }, async () => {
      const { status } = await fetch(`${address}/api/work-orders`, {
        headers: { cookie: building.tenant.cookie },
      });
      return status;
    });
    await expect.poll(() => received).toBe(50);
    const stop = closeWithin(portal.app, 60);
    await expect.poll(() => portal.app.server.listening).toBe(false);
    await client.query("commit");
    return { stopping: stop, answers: responses };
  });
  await stopping;
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 50 }, () => 200));
  await portal.close();
});
