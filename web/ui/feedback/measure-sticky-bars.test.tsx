import { expect, it } from "vitest";
import { measureStickyBars } from "./measure-sticky-bars.ts";

function addBar(attribute: string, top: number, height: number): void {
  const bar = document.createElement("div");
  bar.setAttribute(attribute, "");
  bar.getBoundingClientRect = () => new DOMRect(0, top, 390, height);
  document.body.append(bar);
}

it("toasts appear above the highest bar at the bottom of the screen, and bars elsewhere don't count", () => {
  expect(measureStickyBars()).toBe(0);
  addBar("data-sticky-bar", 100, 66);
  expect(measureStickyBars()).toBe(0);
  addBar("data-sticky-bar", innerHeight - 66, 66);
  addBar("data-form-bar", innerHeight - 106, 106);
  expect(measureStickyBars()).toBe(106);
});
