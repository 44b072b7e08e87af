import { describe, expect, it } from "vitest";
import { createMemoryStore } from "./memory-store.ts";
import {
  comment,
  complete,
  createFakePhone,
  createFakeServer,
  expectAllSent,
  problem,
  samplePhoto,
  start,
  waitUntilIdle,
} from "./testing/phone.ts";

describe("temporary server failures", () => {
  it("a request that the server never responds to is aborted and retried", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server, createMemoryStore(), {
      fetch: (path, init) =>
        server.received.length > 0
          ? server.fetch(path as string, init)
          : new Promise((_, reject) => {
              server.received.push({
                path: path as string,
                key: "",
                happenedAt: null,
                actingUser: null,
                body: null,
              });
              init?.signal?.addEventListener("abort", () => reject(new TypeError("Aborted")));
            }),
    });
    await phone.queue.start();
    await phone.queue.add(comment("One"));
    await expect.poll(() => server.received.length).toBe(1);
    phone.pass(30_000);
    await waitUntilIdle(phone);
    expect(phone.queue.getState().changes).toMatchObject([{ state: "waiting", tries: 1 }]);
    phone.pass(2_000);
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(1);
  });

  it.each([429, 503, 507])(
    "after a %i, the queue waits as long as the server says and loses nothing",
    async (status) => {
      const server = createFakeServer();
      const phone = createFakePhone(server);
      await phone.queue.start();
      server.answer = () => problem(status, "Please try again in a moment.", { "Retry-After": "30" });
      expect(await (await phone.queue.add(comment("One"))).result).toEqual({ state: "saved" });
      await waitUntilIdle(phone);
      // Neither another change nor the connection triggers an earlier request.
      await phone.queue.add(comment("Two"));
      phone.queue.send();
      phone.pass(29_000);
      expect(server.received).toHaveLength(1);
      server.answer = () => undefined;
      phone.pass(1_000);
      await expectAllSent(phone);
      expect(server.effects).toHaveLength(2);
    },
  );

  it("a retry time from the server also applies to changes added before the response arrives", async () => {
    const server = createFakeServer();
    let answer = (_: Response) => {};
    const first = new Promise<Response>((resolve) => (answer = resolve));
    let requestCount = 0;
    const phone = createFakePhone(server, createMemoryStore(), {
      fetch: (path, init) => {
        requestCount += 1;
        return requestCount === 1 ? first : server.fetch(path as string, init);
      },
    });
    await phone.queue.start();
    await phone.queue.add(comment("One"));
    await expect.poll(() => requestCount).toBe(1);
    await phone.queue.add(comment("Two"));
    answer(problem(429, "Please try again in a moment.", { "Retry-After": "30" }));
    await waitUntilIdle(phone);
    expect(requestCount).toBe(1);
    phone.pass(30_000);
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(2);
  });

  it("a change that repeatedly gets no response or a late response doesn't block the others", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.isReachable = false;
    await phone.queue.start();
    await phone.queue.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, samplePhoto());
    await phone.queue.add(complete(7));
    server.answer = ({ body }) =>
      body instanceof FormData ? new Response("<h1>Too large</h1>", { status: 413 }) : undefined;
    phone.isReachable = true;
    phone.queue.send();
    for (let at = 0; at < 3; at += 1) {
      await waitUntilIdle(phone);
      expect(server.effects).toEqual([]);
      phone.pass(300_000);
    }
    await expect.poll(() => phone.queue.getState().changes.length).toBe(1);
    expect(server.effects).toHaveLength(1);
    server.answer = () => undefined;
    phone.pass(300_000);
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(2);
  });

  it("without a response, the queue retries at growing intervals", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    server.answer = () => "nothing";
    await phone.queue.start();
    await (await phone.queue.add(comment("One"))).result;
    for (const waitMs of [2_000, 4_000, 8_000]) {
      await waitUntilIdle(phone);
      const before = server.received.length;
      phone.pass(waitMs - 1);
      expect(server.received).toHaveLength(before);
      phone.pass(1);
      await expect.poll(() => server.received.length).toBe(before + 1);
    }
  });

  it("a page from a captive portal doesn't count as a response, regardless of its status", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    for (const status of [200, 403, 500]) {
      server.answer = () => new Response("<h1>Please accept the terms</h1>", { status });
      await phone.queue.add(comment(`Answered ${status}`));
      await waitUntilIdle(phone);
    }
    expect(phone.queue.getState().changes.map(({ state }) => state)).toEqual([
      "waiting",
      "waiting",
      "waiting",
    ]);
  });

  it("a change that makes the server fail doesn't block the others", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.answer = ({ path }) =>
      path.startsWith("/api/orders/7/") ? problem(500, "Something went wrong.") : undefined;
    await phone.queue.add(start(7));
    await phone.queue.add(complete(7));
    await phone.queue.add(comment("Another", 8));
    await expect.poll(() => phone.queue.getState().changes.length).toBe(2);
    expect(server.effects).toEqual([`/api/orders/8/comments {"text":"Another"}`]);
  });
});
