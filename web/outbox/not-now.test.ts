import { describe, expect, it } from "vitest";
import { memoryStore } from "./memory-store.ts";
import {
  comment,
  complete,
  isSentAll,
  makePhone,
  makeServer,
  picture,
  problem,
  settled,
  start,
} from "./testing/phone.ts";

describe("a server that does not take it now", () => {
  it("that never answers is given up, and asked again", async () => {
    const server = makeServer();
    const phone = makePhone(server, memoryStore(), {
      fetch: (path, init) =>
        server.arrived.length > 0
          ? server.fetch(path as string, init)
          : new Promise((_, reject) => {
              server.arrived.push({
                path: path as string,
                key: "",
                happenedAt: null,
                actingUser: null,
                body: null,
              });
              init?.signal?.addEventListener("abort", () => reject(new TypeError("Aborted")));
            }),
    });
    await phone.outbox.start();
    await phone.outbox.add(comment("One"));
    await expect.poll(() => server.arrived.length).toBe(1);
    phone.pass(30_000);
    await settled(phone);
    expect(phone.outbox.state().changes).toMatchObject([{ state: "waiting", tries: 1 }]);
    phone.pass(2_000);
    await isSentAll(phone);
    expect(server.effects).toHaveLength(1);
  });

  it.each([429, 503, 507])("%i waits as long as the server says, and nothing is lost", async (status) => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.answer = () => problem(status, "Please try again in a moment.", { "Retry-After": "30" });
    expect(await (await phone.outbox.add(comment("One"))).settled).toEqual({ state: "kept" });
    await settled(phone);
    // Neither another change nor the network asks it sooner.
    await phone.outbox.add(comment("Two"));
    phone.outbox.send();
    phone.pass(29_000);
    expect(server.arrived).toHaveLength(1);
    server.answer = () => undefined;
    phone.pass(1_000);
    await isSentAll(phone);
    expect(server.effects).toHaveLength(2);
  });

  it("a time named by the server also counts for what is added while it answers", async () => {
    const server = makeServer();
    let answer = (_: Response) => {};
    const first = new Promise<Response>((resolve) => (answer = resolve));
    let asked = 0;
    const phone = makePhone(server, memoryStore(), {
      fetch: (path, init) => {
        asked += 1;
        return asked === 1 ? first : server.fetch(path as string, init);
      },
    });
    await phone.outbox.start();
    await phone.outbox.add(comment("One"));
    await expect.poll(() => asked).toBe(1);
    await phone.outbox.add(comment("Two"));
    answer(problem(429, "Please try again in a moment.", { "Retry-After": "30" }));
    await settled(phone);
    expect(asked).toBe(1);
    phone.pass(30_000);
    await isSentAll(phone);
    expect(server.effects).toHaveLength(2);
  });

  it("one that something else answers again and again, or nothing in time, lets the others pass", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    await phone.outbox.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, picture());
    await phone.outbox.add(complete(7));
    server.answer = ({ body }) =>
      body instanceof FormData ? new Response("<h1>Too large</h1>", { status: 413 }) : undefined;
    phone.isReachable = true;
    phone.outbox.send();
    for (let at = 0; at < 3; at += 1) {
      await settled(phone);
      expect(server.effects).toEqual([]);
      phone.pass(300_000);
    }
    await expect.poll(() => phone.outbox.state().changes.length).toBe(1);
    expect(server.effects).toHaveLength(1);
    server.answer = () => undefined;
    phone.pass(300_000);
    await isSentAll(phone);
    expect(server.effects).toHaveLength(2);
  });

  it("without an answer it is tried again, each time later", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    server.answer = () => "nothing";
    await phone.outbox.start();
    await (await phone.outbox.add(comment("One"))).settled;
    for (const waitMs of [2_000, 4_000, 8_000]) {
      await settled(phone);
      const before = server.arrived.length;
      phone.pass(waitMs - 1);
      expect(server.arrived).toHaveLength(before);
      phone.pass(1);
      await expect.poll(() => server.arrived.length).toBe(before + 1);
    }
  });

  it("the page of another network is no answer, whatever its status", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    for (const status of [200, 403, 500]) {
      server.answer = () => new Response("<h1>Please accept the terms</h1>", { status });
      await phone.outbox.add(comment(`Answered ${status}`));
      await settled(phone);
    }
    expect(phone.outbox.state().changes.map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
  });

  it("one the server stumbles over lets the others pass", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.answer = ({ path }) =>
      path.startsWith("/api/orders/7/") ? problem(500, "Something went wrong.") : undefined;
    await phone.outbox.add(start(7));
    await phone.outbox.add(complete(7));
    await phone.outbox.add(comment("Another", 8));
    await expect.poll(() => phone.outbox.state().changes.length).toBe(2);
    expect(server.effects).toEqual([`/api/orders/8/comments {"text":"Another"}`]);
  });
});
