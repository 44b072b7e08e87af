import { expect, it, vi } from "vitest";
import { keepToastsClear } from "./keep-toasts-clear.ts";

const getLift = () => document.documentElement.style.getPropertyValue("--sticky-bar");

it("toasts move above the buttons of an open dialog and back down when the dialog closes", async () => {
  const onDialogOpen = vi.fn<() => void>();
  const stop = keepToastsClear(onDialogOpen);
  expect(getLift()).toBe("0px");
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  dialog.innerHTML = "<footer data-sticky-bar></footer>";
  const footer = dialog.querySelector("footer") as HTMLElement;
  footer.getBoundingClientRect = () => new DOMRect(0, innerHeight - 100, 390, 60);
  document.body.append(dialog);
  await vi.waitFor(() => expect(getLift()).toBe("100px"));
  expect(onDialogOpen).toHaveBeenCalledOnce();
  dialog.remove();
  await vi.waitFor(() => expect(getLift()).toBe("0px"));
  document.body.append(document.createElement("div"));
  stop();
  expect(onDialogOpen).toHaveBeenCalledOnce();
});
