import { describe, expect, it } from "vitest";
import { makePhone, makeServer, type Phone, startMs } from "./testing/phone.ts";

const comment = (text: string) => ({ kind: "comment", orderRef: { id: 7 }, payload: { text } });
const start = () => ({ kind: "start", orderRef: { id: 7 }, payload: { did: "start" } });
const complete = () => ({ kind: "complete", orderRef: { id: 7 }, payload: { did: "complete" } });
const isSentAll = (phone: Phone) => expect.poll(() => phone.outbox.state().changes.length).toBe(0);

describe("a phone", () => {
  it.each([
    ["fast", 86_400_000],
    ["slow", -86_400_000],
  ])("whose clock is a day %s sends the true times", async (_, offMs) => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.nowMs = startMs + offMs;
    server.dateMs = startMs;
    await phone.outbox.start();
    await (await phone.outbox.add(comment("The first answer tells the time"))).settled;
    server.isThere = false;
    phone.pass(3_600_000);
    await (await phone.outbox.add(start())).settled;
    // It starts again without a network.
    await phone.restart();
    phone.pass(3_600_000);
    await (await phone.outbox.add(complete())).settled;
    server.isThere = true;
    server.dateMs = startMs + 4 * 3_600_000;
    phone.pass(2 * 3_600_000);
    await isSentAll(phone);
    expect(server.arrived.slice(1).map(({ happenedAt }) => happenedAt)).toEqual([
      "2026-05-04T09:00:00.000Z",
      "2026-05-04T10:00:00.000Z",
    ]);
  });

  it("whose clock is set back a day meanwhile counts on from the last time it knew", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    await phone.outbox.add(start());
    phone.nowMs -= 86_400_000;
    await phone.outbox.add(comment("Now"));
    phone.pass(3_600_000);
    await phone.outbox.add(complete());
    expect(phone.outbox.state().changes.map(({ happenedAt }) => happenedAt)).toEqual([
      "2026-05-04T08:00:00.000Z",
      "2026-05-04T08:00:00.000Z",
      "2026-05-04T09:00:00.000Z",
    ]);
  });

  it("whose clock was set back after something was done still sends the time of it", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    await phone.outbox.add(start());
    phone.pass(600_000);
    phone.nowMs -= 86_400_000;
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived.map(({ happenedAt }) => happenedAt)).toEqual(["2026-05-04T08:00:00.000Z"]);
  });

  it("whose right clock is set back before anything was done corrects the time too", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.clock.learn(startMs, phone.nowMs);
    phone.isReachable = false;
    await phone.outbox.start();
    phone.nowMs -= 86_400_000;
    phone.pass(3_600_000);
    await phone.outbox.add(start());
    phone.pass(3_600_000);
    phone.clock.learn(startMs + 7_200_000, phone.nowMs);
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived.map(({ happenedAt }) => happenedAt)).toEqual(["2026-05-04T09:00:00.000Z"]);
  });

  it("whose clock was set back before something was done corrects the time once it knows better", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    await phone.outbox.add(comment("The clock is right"));
    phone.nowMs -= 86_400_000;
    phone.pass(3_600_000);
    await phone.outbox.add(start());
    phone.pass(3_600_000);
    // The program asks who is signed in, and the answer tells the time.
    phone.clock.learn(startMs + 7_200_000, phone.nowMs);
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived.map(({ happenedAt }) => happenedAt)).toEqual([
      "2026-05-04T08:00:00.000Z",
      "2026-05-04T09:00:00.000Z",
    ]);
  });

  it("whose clock ran ahead when something was done names no time that is yet to come", async () => {
    const server = makeServer();
    const phone = makePhone(server);
    phone.isReachable = false;
    await phone.outbox.start();
    phone.nowMs += 86_400_000;
    await phone.outbox.add(start());
    // Back in the network, its clock is set right, and the program asks who is signed in.
    phone.nowMs -= 86_400_000;
    phone.pass(60_000);
    phone.clock.learn(phone.nowMs, phone.nowMs);
    phone.isReachable = true;
    phone.outbox.send();
    await isSentAll(phone);
    expect(server.arrived.map(({ happenedAt }) => happenedAt)).toEqual(["2026-05-04T08:01:00.000Z"]);
  });
});
