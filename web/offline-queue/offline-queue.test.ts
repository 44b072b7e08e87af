import { describe, expect, it } from "vitest";
import { createMemoryStore } from "./memory-store.ts";
import type { QueueMessage } from "./offline-queue.ts";
import { type QueueStore, StorageFullError } from "./store.ts";
import {
  comment,
  complete,
  createFakePhone,
  createFakeServer,
  expectAllSent,
  type Phone,
  problem,
  samplePhoto,
  start,
  waitUntilIdle,
} from "./testing/phone.ts";

describe("sending", () => {
  it("when online, a change is sent immediately, and its caller gets the response", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    const { result } = await phone.queue.add(comment("One"));
    expect(await result).toEqual({ state: "sent", response: { id: 100 } });
    expect(server.received).toMatchObject([
      { path: "/api/orders/7/comments", body: { text: "One" }, happenedAt: null },
    ]);
    await expectAllSent(phone);
  });

  it("offline changes are saved and later sent in order with the times they happened", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.isOnline = false;
    expect(await (await phone.queue.add(start())).result).toEqual({ state: "saved" });
    phone.pass(60_000);
    phone.isReachable = false;
    expect(await (await phone.queue.add(comment("Done"))).result).toEqual({ state: "saved" });
    await phone.queue.add(complete());
    phone.pass(3_600_000);
    server.isOnline = true;
    phone.isReachable = true;
    phone.queue.send();
    await expectAllSent(phone);
    expect(server.received.map(({ path, happenedAt }) => [path, happenedAt])).toEqual([
      ["/api/orders/7/work", "2026-05-04T08:00:00.000Z"],
      ["/api/orders/7/comments", "2026-05-04T08:01:00.000Z"],
      ["/api/orders/7/work", "2026-05-04T08:01:00.000Z"],
    ]);
    expect(phone.sent).toEqual(["start", "comment", "complete"]);
  });

  it("a change whose response was lost is sent again with the same idempotency key and applied once", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.isAnswerLost = true;
    await (await phone.queue.add(comment("One"))).result;
    server.isAnswerLost = false;
    phone.queue.send();
    await expectAllSent(phone);
    expect(server.received).toHaveLength(2);
    expect(server.received[0]?.key).toBe(server.received[1]?.key);
    expect(server.received.map(({ actingUser }) => actingUser)).toEqual(["5", "5"]);
    expect(server.effects).toHaveLength(1);
  });

  it("a change is applied once even if the app is killed after the response but before the change is removed", async () => {
    const server = createFakeServer();
    const store = createMemoryStore();
    const phone = createFakePhone(server, { ...store, remove: () => new Promise(() => undefined) });
    await phone.queue.start();
    await phone.queue.add(comment("One"));
    await expect.poll(() => server.effects).toHaveLength(1);
    phone.store = store;
    await phone.restart();
    await expectAllSent(phone);
    expect(server.received).toHaveLength(2);
    expect(server.effects).toHaveLength(1);
  });

  it("only one of two tabs sends the changes, and the other still gets the response to its own change", async () => {
    const server = createFakeServer();
    const store = createMemoryStore();
    let last: Promise<void> = Promise.resolve();
    const lock = (work: () => Promise<void>) => (last = last.then(work));
    const tabs: Phone[] = [];
    const tell = (from: number) => ({
      lock,
      onMessage: (message: QueueMessage) => {
        for (const [at, { queue }] of tabs.entries()) if (at !== from) void queue.receive(message);
      },
    });
    tabs.push(createFakePhone(server, store, tell(0)), createFakePhone(server, store, tell(1)));
    for (const { queue } of tabs) await queue.start();
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) => (await tabs[index % 2]!.queue.add(comment(`Comment ${index}`))).result,
      ),
    );
    expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => "sent"));
    for (const tab of tabs) await expectAllSent(tab);
    expect(server.received).toHaveLength(20);
    expect(server.effects).toHaveLength(20);
  });

  it("200 waiting photos are read and sent one at a time, and if the app is killed, the rest are sent later", async () => {
    const server = createFakeServer();
    const store = createMemoryStore();
    let concurrentReads = 0;
    let maxConcurrentReads = 0;
    const counting: QueueStore = {
      ...store,
      async getPhotos(id) {
        concurrentReads += 1;
        maxConcurrentReads = Math.max(maxConcurrentReads, concurrentReads);
        return store.getPhotos(id);
      },
    };
    const phone = createFakePhone(server, counting);
    phone.isReachable = false;
    await phone.queue.start();
    for (let at = 0; at < 200; at += 1)
      await phone.queue.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, samplePhoto());
    phone.isReachable = true;
    const progress = new Set<string>();
    server.answer = () => {
      concurrentReads -= 1;
      const { sending } = phone.queue.getState();
      progress.add(`${sending?.position} of ${sending?.total}`);
      if (server.received.length === 80) phone.queue.stop();
      return undefined;
    };
    phone.queue.send();
    await expect.poll(() => server.received.length).toBe(80);
    expect(progress).toContain("1 of 200");
    expect(progress).toContain("80 of 200");
    await phone.restart();
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(200);
    expect(maxConcurrentReads).toBe(1);
    expect(progress).toContain("1 of 121");
  });
});

describe("changes rejected by the server", () => {
  it("a rejected change is returned to the waiting caller, which still has its contents", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.answer = () => problem(409, "Linda signed it after you opened it.");
    const { result } = await phone.queue.add(comment("One"));
    expect(await result).toMatchObject({
      state: "rejected",
      error: { userMessage: "Linda signed it after you opened it." },
    });
    await expectAllSent(phone);
  });

  it("a rejected change stays in the queue if its form has already been closed", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.answer = () => problem(400, "A work order can have up to 30 photos.");
    const photo = { kind: "photo", orderRef: { id: 7 }, payload: {} };
    const { change, result } = await phone.queue.add(photo, samplePhoto());
    expect(await result).toMatchObject({ state: "rejected" });
    await waitUntilIdle(phone);
    expect(phone.queue.getState().changes).toMatchObject([
      { state: "needs-you", reason: "A work order can have up to 30 photos." },
    ]);
    expect(await phone.queue.getPhotos(change.id)).toHaveLength(1);
  });

  it("a rejected change is removed once its caller knows; if the app is killed first, the change needs the user's attention", async () => {
    const server = createFakeServer();
    server.answer = () => problem(409, "Linda signed it after you opened it.");
    const store = createMemoryStore();
    const phone = createFakePhone(server, { ...store, remove: () => new Promise(() => undefined) });
    await phone.queue.start();
    let result: string | undefined;
    const { result: done } = await phone.queue.add(comment("One"));
    void done.then(({ state }) => (result = state));
    await expect.poll(() => result).toBe("rejected");
    phone.store = store;
    await phone.restart();
    await waitUntilIdle(phone);
    expect(phone.queue.getState().changes).toMatchObject([
      { state: "needs-you", reason: "Linda signed it after you opened it." },
    ]);
  });

  it.each([400, 403, 404, 409, 413, 415])(
    "a change rejected with %i needs the user's attention, shows the reason, and can be sent again",
    async (status) => {
      const server = createFakeServer();
      const phone = createFakePhone(server);
      phone.isReachable = false;
      await phone.queue.start();
      await phone.queue.add(start());
      phone.isReachable = true;
      server.answer = () => problem(status, "It was assigned to Dana.");
      phone.queue.send();
      await waitUntilIdle(phone);
      const [change] = phone.queue.getState().changes;
      expect(change).toMatchObject({ state: "needs-you", reason: "It was assigned to Dana." });
      // The change stays until the user decides, no matter what happens.
      await phone.restart();
      await waitUntilIdle(phone);
      expect(server.received).toHaveLength(1);
      server.answer = () => undefined;
      await phone.queue.tryAgain(change!.id);
      await expectAllSent(phone);
      expect(server.effects).toHaveLength(1);
    },
  );

  it("a rejected change blocks changes that depend on it but not comments, photos, or other work orders", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.isReachable = false;
    await phone.queue.start();
    for (const change of [start(7), comment("One"), complete(7), start(8)]) await phone.queue.add(change);
    await phone.queue.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, samplePhoto());
    server.answer = ({ path, body }) =>
      path === "/api/orders/7/work" && (body as { step: string }).step === "start"
        ? problem(404, "This work order doesn't exist.")
        : undefined;
    phone.isReachable = true;
    phone.queue.send();
    await waitUntilIdle(phone);
    await expect.poll(() => phone.queue.getState().changes.length).toBe(2);
    expect(phone.queue.getState().changes.map(({ kind, state }) => [kind, state])).toEqual([
      ["start", "needs-you"],
      ["complete", "waiting"],
    ]);
    await phone.queue.discard([phone.queue.getState().changes[0]!.id]);
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(4);
  });

  it("an expired session keeps all changes, and they're sent after the next sign-in", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    await phone.queue.start();
    server.answer = () => problem(401, "Sign in to continue.");
    expect(await (await phone.queue.add(comment("One"))).result).toEqual({ state: "saved" });
    // Someone else signs in on this phone, and the change isn't theirs.
    server.answer = () => undefined;
    phone.user = 6;
    await phone.queue.start();
    await phone.queue.add(comment("By someone else"));
    await waitUntilIdle(phone);
    expect(server.effects).toEqual([`/api/orders/7/comments {"text":"By someone else"}`]);
    phone.user = 5;
    await phone.queue.start();
    await expectAllSent(phone);
    expect(server.effects).toHaveLength(2);
  });
});

describe("new work orders", () => {
  const report = { kind: "report", orderRef: { localId: "" }, payload: { title: "Lamp" } };

  it("a new work order gets its number, and later changes are sent under that number", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.isReachable = false;
    await phone.queue.start();
    const { change } = await phone.queue.add(report);
    const orderRef = { localId: change.id };
    await phone.queue.add({ kind: "start", orderRef, payload: { step: "start" } });
    await phone.queue.add({ kind: "photo", orderRef, payload: {} }, samplePhoto());
    phone.isReachable = true;
    phone.queue.send();
    await expectAllSent(phone);
    expect(server.effects).toEqual([
      `/api/orders {"title":"Lamp"}`,
      `/api/orders/100/work {"step":"start"}`,
      "/api/orders/100/images photo",
    ]);
    // A page that still refers to it by its local id.
    await phone.queue.add({ kind: "comment", orderRef, payload: { text: "Late" } });
    await expectAllSent(phone);
    expect(server.effects.at(-1)).toBe(`/api/orders/100/comments {"text":"Late"}`);
  });

  it("a rejected new work order stays in the queue with its later changes, and discarding it discards them too", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.isReachable = false;
    await phone.queue.start();
    const { change } = await phone.queue.add(report);
    await phone.queue.add({ kind: "comment", orderRef: { localId: change.id }, payload: { text: "Soon" } });
    phone.isReachable = true;
    server.answer = () => problem(403, "Your account can't do this.");
    phone.queue.send();
    await waitUntilIdle(phone);
    expect(phone.queue.getState().changes.map(({ state }) => state)).toEqual(["needs-you", "waiting"]);
    await phone.queue.discard([change.id]);
    await expectAllSent(phone);
    expect(server.effects).toEqual([]);
  });
});

describe("storage", () => {
  it("on a phone without free space, the whole change is rejected with an error", async () => {
    const phone = createFakePhone(createFakeServer(), createMemoryStore(15));
    phone.isReachable = false;
    await phone.queue.start();
    const photo = { kind: "photo", orderRef: { id: 7 }, payload: {} };
    await phone.queue.add(photo, samplePhoto());
    await expect(phone.queue.add(photo, samplePhoto())).rejects.toThrow(StorageFullError);
    expect(phone.queue.getState().changes).toHaveLength(1);
  });
});
