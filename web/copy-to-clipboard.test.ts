import { afterEach, expect, test, vi } from "vitest";
import type { ToastContent } from "#web/ui/feedback/toast-queue.ts";

const toasts: ToastContent[] = [];
vi.mock("#web/ui/feedback/toast.tsx", () => ({ toast: (content: ToastContent) => toasts.push(content) }));
const { copyToClipboard } = await import("./copy-to-clipboard.ts");

afterEach(() => void vi.unstubAllGlobals());

test("PAY-100 CON-16 the toast after copying is shown for 2000 ms", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } });
  await copyToClipboard("a");
  expect(toasts).toEqual([{ title: "Copied!", description: "Copied to clipboard.", durationMs: 2_000 }]);
});
