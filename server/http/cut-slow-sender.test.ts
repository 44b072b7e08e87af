import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cutSlowSender } from "./cut-slow-sender.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The seconds, up to `secondsMax`, after which a sender of so many bytes every 10 seconds is cut. */
async function cutAfter(bytes: number, secondsMax = 200): Promise<number | null> {
  const sender = new PassThrough();
  cutSlowSender(sender);
  for (let second = 0; second < secondsMax; second += 10) {
    if (bytes > 0) sender.write(Buffer.alloc(bytes));
    // The stream passes the bytes on in a later turn.
    await new Promise(setImmediate);
    vi.advanceTimersByTime(10_000);
    if (sender.destroyed) return second + 10;
  }
  sender.destroy();
  return null;
}

test.each([
  ["nothing", 0, 20],
  ["a byte every 10 seconds", 1, 20],
  ["just under 2 KB a second", 20 * 1024 - 1, 20],
  ["2 KB a second", 20 * 1024, null],
])("whoever sends %s is cut off in time", async (_, bytes, seconds) => {
  expect(await cutAfter(bytes)).toBe(seconds);
});

test("while the portal itself lets the sender wait, it is not cut off; afterwards it has the whole time", () => {
  const sender = new PassThrough();
  const { letWait, goOn } = cutSlowSender(sender);
  letWait();
  vi.advanceTimersByTime(300_000);
  goOn();
  vi.advanceTimersByTime(19_000);
  expect(sender.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(sender.destroyed).toBe(true);
});

test("a sender that has sent everything leaves no timer", async () => {
  const sender = new PassThrough();
  cutSlowSender(sender);
  sender.end(Buffer.from("all of it"));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});
