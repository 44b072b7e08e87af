import { describe, expect, it } from "vitest";
import { createFakePhone, createFakeServer, type Phone, startMs } from "./testing/phone.ts";

const comment = (text: string) => ({ kind: "comment", orderRef: { id: 7 }, payload: { text } });
const start = () => ({ kind: "start", orderRef: { id: 7 }, payload: { step: "start" } });
const complete = () => ({ kind: "complete", orderRef: { id: 7 }, payload: { step: "complete" } });
const expectAllSent = (phone: Phone) => expect.poll(() => phone.queue.getState().changes.length).toBe(0);

describe("the phone's clock", () => {
  it.each([
    ["fast", 86_400_000],
    ["slow", -86_400_000],
  ])("a phone whose clock is a day %s sends the correct times", async (_, offMs) => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.nowMs = startMs + offMs;
    server.dateMs = startMs;
    await phone.queue.start();
    await (await phone.queue.add(comment("The first response tells the time"))).result;
    server.isOnline = false;
    phone.pass(3_600_000);
    await (await phone.queue.add(start())).result;
    // The app restarts offline.
    await phone.restart();
    phone.pass(3_600_000);
    await (await phone.queue.add(complete())).result;
    server.isOnline = true;
    server.dateMs = startMs + 4 * 3_600_000;
    phone.pass(2 * 3_600_000);
    await expectAllSent(phone);
    expect(server.received.slice(1).map(({ happenedAt }) => happenedAt)).toEqual([
      "2026-05-04T09:00:00.000Z",
      "2026-05-04T10:00:00.000Z",
    ]);
  });

  it("a clock set back after a change doesn't affect the change's time", async () => {
    const server = createFakeServer();
    const phone = createFakePhone(server);
    phone.isReachable = false;
    await phone.queue.start();
    await phone.queue.add(start());
    phone.pass(600_000);
    phone.nowMs -= 86_400_000;
    phone.isReachable = true;
    phone.queue.send();
    await expectAllSent(phone);
    expect(server.received.map(({ happenedAt }) => happenedAt)).toEqual(["2026-05-04T08:00:00.000Z"]);
  });

  it("after the phone's clock changes, the next response measures it again", async () => {
    const phone = createFakePhone(createFakeServer());
    phone.isReachable = false;
    await phone.queue.start();
    phone.nowMs -= 86_400_000;
    phone.clock.learn(startMs, phone.nowMs);
    await phone.queue.add(start());
    phone.nowMs += 86_400_000;
    phone.clock.learn(startMs, phone.nowMs);
    await phone.queue.add(complete());
    expect(phone.queue.getState().changes.map(({ happenedAt }) => happenedAt)).toEqual([
      "2026-05-04T08:00:00.000Z",
      "2026-05-04T08:00:00.000Z",
    ]);
  });

  it("a slow response isn't used to measure the clock", () => {
    const phone = createFakePhone(createFakeServer());
    phone.clock.learn(startMs - 60_000, phone.nowMs - 60_000);
    expect(phone.clock.offsetMs()).toBe(0);
  });
});
