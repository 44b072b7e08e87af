import { afterEach, expect, it } from "vitest";
import { measureStickyBars } from "./measure-sticky-bars.ts";

afterEach(() => document.body.replaceChildren());

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

it("toasts appear above the next choice if it's at the bottom of the screen and there's room above it", () => {
  addBar("data-sticky-bar", innerHeight - 66, 66);
  // Below the screen, in its middle, and too tall.
  addBar("data-keep-clear", innerHeight + 10, 150);
  addBar("data-keep-clear", 200, 100);
  addBar("data-keep-clear", 100, innerHeight - 170);
  expect(measureStickyBars()).toBe(66);
  addBar("data-keep-clear", innerHeight - 220, 140);
  expect(measureStickyBars()).toBe(220);
});
