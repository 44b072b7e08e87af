import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeToastQueue } from "#web/ui/toast-queue.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const setUp = () => {
  const queue = makeToastQueue(() => Date.now());
  const title = () => queue.shown()?.title;
  return { queue, title };
};

/** With a screen that draws each toast at once. */
const setUpDrawn = () => {
  const { queue, title } = setUp();
  queue.subscribe(() => queue.drawn(queue.shown()?.id ?? 0));
  return { queue, title };
};

describe("the queue of toasts", () => {
  it("TST-01 TST-08 a second toast waits until the first has been shown for a second, then replaces it", () => {
    const { queue, title } = setUpDrawn();
    queue.add({ title: "first" });
    vi.advanceTimersByTime(400);
    queue.add({ title: "second" });
    expect(title()).toBe("first");
    vi.advanceTimersByTime(599);
    expect(title()).toBe("first");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("second");
  });

  it("TST-01 a third waits its own second behind the second", () => {
    const { queue, title } = setUpDrawn();
    for (const next of ["first", "second", "third"]) queue.add({ title: next });
    vi.advanceTimersByTime(1000);
    expect(title()).toBe("second");
    vi.advanceTimersByTime(999);
    expect(title()).toBe("second");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("third");
  });

  it("replaces a toast that has been shown long enough at once", () => {
    const { queue, title } = setUpDrawn();
    queue.add({ title: "first" });
    vi.advanceTimersByTime(3000);
    queue.add({ title: "second" });
    vi.advanceTimersByTime(0);
    expect(title()).toBe("second");
  });

  it("PAY-98 the second of the first toast begins when it is drawn, not while its code is loaded", () => {
    const { queue, title } = setUp();
    queue.add({ title: "first" });
    queue.add({ title: "second" });
    vi.advanceTimersByTime(5000);
    expect(title()).toBe("first");
    queue.drawn(queue.shown()?.id ?? 0);
    vi.advanceTimersByTime(999);
    expect(title()).toBe("first");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("second");
  });

  it("closing shows the next, and closing a toast that is already gone changes nothing", () => {
    const { queue, title } = setUpDrawn();
    queue.add({ title: "first" });
    queue.add({ title: "second" });
    const first = queue.shown()?.id ?? 0;
    queue.close(first);
    expect(title()).toBe("second");
    queue.close(first);
    expect(title()).toBe("second");
    queue.close(queue.shown()?.id ?? 0);
    expect(title()).toBeUndefined();
  });
});
