import { describe, expect, it } from "vitest";
import { memoryStore } from "./memory-store.ts";
import type { OutboxNews } from "./outbox.ts";
import { type OutboxStore, StorageFull } from "./store.ts";
import {
  comment,
  complete,
  isSentAll,
  makePhone,
  makeServer,
  type Phone,
  picture,
  problem,
  settled,
  start,
} from "./testing/phone.ts";

describe("sending", () => {
  it("with a network a change is sent at once, and whoever made it gets the answer", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    const { settled: done } = await phone.outbox.add(comment("One"));
    expect(await done).toEqual({ state: "sent", answer: { id: 100 } });
    expect(server.arrived).toMatchObject([
      { path: "/api/orders/7/comments", body: { text: "One" }, happenedAt: null },
    ]);
    await isSentAll(phone);
  });

  it("without a network changes are kept, and sent later in their order with the time they happened", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.isThere = false;
    expect(await (await phone.outbox.add(start())).settled).toEqual({ state: "kept" });
    phone.pass(60_000);
    phone.isReachable = false;
    expect(await (await phone.outbox.add(comment("Done"))).settled).toEqual({ state: "kept" });
    await phone.outbox.add(complete());
    phone.pass(3_600_000);
    server.isThere = true;
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived.map(({ path, happenedAt }) => [path, happenedAt])).toEqual([
      ["/api/orders/7/work", "2026-05-04T08:00:00.000Z"],
      ["/api/orders/7/comments", "2026-05-04T08:01:00.000Z"],
      ["/api/orders/7/work", "2026-05-04T08:01:00.000Z"],
    ]);
    expect(phone.sent).toEqual(["start", "comment", "complete"]);
  });

  it("a change whose answer was lost is sent again with the same key, and done once", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.isAnswerLost = true;
    await (await phone.outbox.add(comment("One"))).settled;
    server.isAnswerLost = false;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived).toHaveLength(2);
    expect(server.arrived[0]?.key).toBe(server.arrived[1]?.key);
    expect(server.arrived.map(({ actingUser }) => actingUser)).toEqual(["5", "5"]);
    expect(server.effects).toHaveLength(1);
  });

  it("killed between the answer and forgetting the change, it is done once", async () => {
    const server = makeServer();
    const store = memoryStore();
    const phone = makePhone(server, { ...store, remove: () => new Promise(() => undefined) });
    await phone.outbox.start();
    await phone.outbox.add(comment("One"));
    await expect.poll(() => server.effects).toHaveLength(1);
    phone.store = store;
    await phone.restart();
    await isSentAll(phone);
    expect(server.arrived).toHaveLength(2);
    expect(server.effects).toHaveLength(1);
  });

  it("of two tabs one sends, and the other learns the answer to its own change", async () => {
    const server = makeServer();
    const store = memoryStore();
    let last: Promise<void> = Promise.resolve();
    const lock = (work: () => Promise<void>) => (last = last.then(work));
    const tabs: Phone[] = [];
    const tell = (from: number) => ({
      lock,
      onNews: (news: OutboxNews) => {
        for (const [at, { outbox }] of tabs.entries()) if (at !== from) void outbox.hear(news);
      },
    });
    tabs.push(makePhone(server, store, tell(0)), makePhone(server, store, tell(1)));
    for (const { outbox } of tabs) await outbox.start();
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, at) => (await tabs[at % 2]!.outbox.add(comment(`Comment ${at}`))).settled,
      ),
    );
    expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => "sent"));
    for (const tab of tabs) await isSentAll(tab);
    expect(server.arrived).toHaveLength(20);
    expect(server.effects).toHaveLength(20);
  });

  it("200 photos waiting are read and sent one by one, and after a kill the rest is sent", async () => {
    const server = makeServer();
    const store = memoryStore();
    let readAtOnce = 0;
    let readMost = 0;
    const counting: OutboxStore = {
      ...store,
      async photosOf(id) {
        readAtOnce += 1;
        readMost = Math.max(readMost, readAtOnce);
        return store.photosOf(id);
      },
    };
    const phone = makePhone(server, counting);
    phone.isReachable = false;
    await phone.outbox.start();
    for (let at = 0; at < 200; at += 1)
      await phone.outbox.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, picture());
    phone.isReachable = true;
    const seen = new Set<string>();
    server.answer = () => {
      readAtOnce -= 1;
      const { sending } = phone.outbox.state();
      seen.add(`${sending?.at} of ${sending?.of}`);
      if (server.arrived.length === 80) phone.outbox.stop();
      return undefined;
    };
    phone.outbox.send();
    await expect.poll(() => server.arrived.length).toBe(80);
    expect(seen).toContain("1 of 200");
    expect(seen).toContain("80 of 200");
    await phone.restart();
    await isSentAll(phone);
    expect(server.effects).toHaveLength(200);
    expect(readMost).toBe(1);
    expect(seen).toContain("1 of 121");
  });
});

describe("what the server refuses", () => {
  it("is handed back to whoever waits for it, who has its contents", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.answer = () => problem(409, "Linda signed it in the meantime.");
    const { settled: done } = await phone.outbox.add(comment("One"));
    expect(await done).toMatchObject({
      state: "refused",
      error: { userMessage: "Linda signed it in the meantime." },
    });
    await isSentAll(phone);
  });

  it("stays all the same when the screen does not have its contents any more", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.answer = () => problem(400, "A work order takes at most 30 photos.");
    const photo = { kind: "photo", orderRef: { id: 7 }, payload: {} };
    const { change, settled: done } = await phone.outbox.add(photo, picture());
    expect(await done).toMatchObject({ state: "refused" });
    await settled(phone);
    expect(phone.outbox.state().changes).toMatchObject([
      { state: "needs-you", reason: "A work order takes at most 30 photos." },
    ]);
    expect(await phone.outbox.photosOf(change.id)).toHaveLength(1);
  });

  it("is thrown away only after that: killed in between, it needs somebody", async () => {
    const server = makeServer();
    server.answer = () => problem(409, "Linda signed it in the meantime.");
    const store = memoryStore();
    const phone = makePhone(server, { ...store, remove: () => new Promise(() => undefined) });
    await phone.outbox.start();
    let told: string | undefined;
    const { settled: done } = await phone.outbox.add(comment("One"));
    void done.then(({ state }) => (told = state));
    await expect.poll(() => told).toBe("refused");
    phone.store = store;
    await phone.restart();
    await settled(phone);
    expect(phone.outbox.state().changes).toMatchObject([
      { state: "needs-you", reason: "Linda signed it in the meantime." },
    ]);
  });

  it.each([400, 403, 404, 409, 413, 415])(
    "%i needs somebody, with the reason, and is sent again when they say so",
    async (status) => {
      const server = makeServer();
      const phone = makePhone(server);
      phone.isReachable = false;
      await phone.outbox.start();
      await phone.outbox.add(start());
      phone.isReachable = true;
      server.answer = () => problem(status, "It was given to Dana.");
      phone.outbox.send();
      await settled(phone);
      const [change] = phone.outbox.state().changes;
      expect(change).toMatchObject({ state: "needs-you", reason: "It was given to Dana." });
      // It stays, whatever happens, until somebody decides.
      await phone.restart();
      await settled(phone);
      expect(server.arrived).toHaveLength(1);
      server.answer = () => undefined;
      await phone.outbox.tryAgain(change!.id);
      await isSentAll(phone);
      expect(server.effects).toHaveLength(1);
    },
  );

  it("holds back what builds on it; comments and photos of that order, and other orders, go on", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    for (const change of [start(7), comment("One"), complete(7), start(8)]) await phone.outbox.add(change);
    await phone.outbox.add({ kind: "photo", orderRef: { id: 7 }, payload: {} }, picture());
    server.answer = ({ path, body }) =>
      path === "/api/orders/7/work" && (body as { did: string }).did === "start"
        ? problem(404, "This work order does not exist.")
        : undefined;
    phone.isReachable = true;
    phone.outbox.send();
    await settled(phone);
    await expect.poll(() => phone.outbox.state().changes.length).toBe(2);
    expect(phone.outbox.state().changes.map(({ kind, state }) => [kind, state])).toEqual([
      ["start", "needs-you"],
      ["complete", "waiting"],
    ]);
    await phone.outbox.discard([phone.outbox.state().changes[0]!.id]);
    await isSentAll(phone);
    expect(server.effects).toHaveLength(4);
  });

  it("a session that is over keeps everything, and the next sign-in sends it", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    await phone.outbox.start();
    server.answer = () => problem(401, "Please sign in.");
    expect(await (await phone.outbox.add(comment("One"))).settled).toEqual({ state: "kept" });
    // Somebody else signs in on this phone: it is not theirs.
    server.answer = () => undefined;
    phone.user = 6;
    await phone.outbox.start();
    await phone.outbox.add(comment("Of another"));
    await settled(phone);
    expect(server.effects).toEqual([`/api/orders/7/comments {"text":"Of another"}`]);
    phone.user = 5;
    await phone.outbox.start();
    await isSentAll(phone);
    expect(server.effects).toHaveLength(2);
  });
});

describe("a new order", () => {
  const report = { kind: "report", orderRef: { localId: "" }, payload: { title: "Lamp" } };

  it("gets its number, and what was done to it meanwhile follows there", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    const { change } = await phone.outbox.add(report);
    const orderRef = { localId: change.id };
    await phone.outbox.add({ kind: "start", orderRef, payload: { did: "start" } });
    await phone.outbox.add({ kind: "photo", orderRef, payload: {} }, picture());
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.effects).toEqual([
      `/api/orders {"title":"Lamp"}`,
      `/api/orders/100/work {"did":"start"}`,
      "/api/orders/100/images photo",
    ]);
    // A page that still shows it by its first name.
    await phone.outbox.add({ kind: "comment", orderRef, payload: { text: "Late" } });
    await isSentAll(phone);
    expect(server.effects.at(-1)).toBe(`/api/orders/100/comments {"text":"Late"}`);
  });

  it("that is refused keeps everything of it, and is thrown away with it", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    const { change } = await phone.outbox.add(report);
    await phone.outbox.add({ kind: "comment", orderRef: { localId: change.id }, payload: { text: "Soon" } });
    phone.isReachable = true;
    server.answer = () => problem(403, "Your account may not do this.");
    phone.outbox.send();
    await settled(phone);
    expect(phone.outbox.state().changes.map(({ state }) => state)).toEqual(["needs-you", "waiting"]);
    await phone.outbox.discard([change.id]);
    await isSentAll(phone);
    expect(server.effects).toEqual([]);
  });
});

describe("the phone", () => {
  it("without room keeps nothing of a change, and says so", async () => {
    const phone = makePhone(makeServer(), memoryStore(15));
    phone.isReachable = false;
    await phone.outbox.start();
    const photo = { kind: "photo", orderRef: { id: 7 }, payload: {} };
    await phone.outbox.add(photo, picture());
    await expect(phone.outbox.add(photo, picture())).rejects.toThrow(StorageFull);
    expect(phone.outbox.state().changes).toHaveLength(1);
  });
});
