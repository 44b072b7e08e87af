import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToastQueue, getToastDurationMs } from "#web/ui/feedback/toast-queue.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const setup = () => {
  const queue = createToastQueue(() => Date.now());
  const title = () => queue.getShownToast()?.title;
  return { queue, title };
};

/** Simulates a screen that renders each toast immediately. */
const setupRendered = () => {
  const { queue, title } = setup();
  queue.subscribe(() => queue.markVisible(queue.getShownToast()?.id ?? 0));
  return { queue, title };
};

describe("toast queue", () => {
  it("TST-02 a toast is shown for five seconds, or for ten with a button such as Undo, unless it says otherwise", () => {
    const action = { label: "Undo", onPress: () => undefined };
    expect(getToastDurationMs({ title: "Saved" })).toBe(5_000);
    expect(getToastDurationMs({ title: "Assigned", action })).toBe(10_000);
    expect(getToastDurationMs({ title: "Approved", action, durationMs: 60_000 })).toBe(60_000);
    expect(getToastDurationMs({ title: "Copied!", durationMs: 2_000 })).toBe(2_000);
  });

  it("TST-01 TST-08 a second toast waits until the first has been shown for a second and then replaces it", () => {
    const { queue, title } = setupRendered();
    queue.add({ title: "first" });
    vi.advanceTimersByTime(400);
    queue.add({ title: "second" });
    expect(title()).toBe("first");
    vi.advanceTimersByTime(599);
    expect(title()).toBe("first");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("second");
  });

  it("TST-01 a third toast waits until the second has been shown for a second", () => {
    const { queue, title } = setupRendered();
    for (const next of ["first", "second", "third"]) queue.add({ title: next });
    vi.advanceTimersByTime(1000);
    expect(title()).toBe("second");
    vi.advanceTimersByTime(999);
    expect(title()).toBe("second");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("third");
  });

  it("a new toast immediately replaces one that has been shown long enough", () => {
    const { queue, title } = setupRendered();
    queue.add({ title: "first" });
    vi.advanceTimersByTime(3000);
    queue.add({ title: "second" });
    vi.advanceTimersByTime(0);
    expect(title()).toBe("second");
  });

  it("a toast that has been shown for a second makes room for a dialog, but errors and toasts with buttons stay", () => {
    const { queue, title } = setupRendered();
    queue.add({ title: "Saved" });
    vi.advanceTimersByTime(999);
    queue.makeRoom();
    expect(title()).toBe("Saved");
    vi.advanceTimersByTime(1);
    queue.makeRoom();
    expect(title()).toBeUndefined();
    queue.add({ title: "Error", variant: "destructive" });
    vi.advanceTimersByTime(1000);
    queue.makeRoom();
    expect(title()).toBe("Error");
    queue.add({ title: "Completed", action: { label: "Undo", onPress: () => undefined } });
    vi.advanceTimersByTime(1000);
    queue.makeRoom();
    expect(title()).toBe("Completed");
  });

  it("PAY-98 the first toast's second starts when the toast is rendered, not while its code is loading", () => {
    const { queue, title } = setup();
    queue.add({ title: "first" });
    queue.add({ title: "second" });
    vi.advanceTimersByTime(5000);
    expect(title()).toBe("first");
    queue.markVisible(queue.getShownToast()?.id ?? 0);
    vi.advanceTimersByTime(999);
    expect(title()).toBe("first");
    vi.advanceTimersByTime(1);
    expect(title()).toBe("second");
  });

  it("closing a toast shows the next one, and closing it again has no effect", () => {
    const { queue, title } = setupRendered();
    queue.add({ title: "first" });
    queue.add({ title: "second" });
    const first = queue.getShownToast()?.id ?? 0;
    queue.close(first);
    expect(title()).toBe("second");
    queue.close(first);
    expect(title()).toBe("second");
    queue.close(queue.getShownToast()?.id ?? 0);
    expect(title()).toBeUndefined();
  });
});
