import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { disconnectSlowSender } from "./disconnect-slow-sender.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Returns the seconds, up to `maxSeconds`, after which a sender with this many bytes every 10 seconds is
 * disconnected.
 */
async function disconnectedAfter(bytes: number, maxSeconds = 200): Promise<number | null> {
  const sender = new PassThrough();
  disconnectSlowSender(sender);
  for (let second = 0; second < maxSeconds; second += 10) {
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
])("a sender of %s is disconnected in time", async (_, bytes, seconds) => {
  expect(await disconnectedAfter(bytes)).toBe(seconds);
});

test("a sender isn't disconnected while the portal pauses its upload, and afterward has the full time limit again", () => {
  const sender = new PassThrough();
  const { pause, resume } = disconnectSlowSender(sender);
  pause();
  vi.advanceTimersByTime(300_000);
  resume();
  vi.advanceTimersByTime(19_000);
  expect(sender.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(sender.destroyed).toBe(true);
});

test("a sender that has sent everything leaves no timer running", async () => {
  const sender = new PassThrough();
  disconnectSlowSender(sender);
  sender.end(Buffer.from("the whole body"));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});
