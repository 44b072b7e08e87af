import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { SideScroll } from "./side-scroll.tsx";

afterEach(() => vi.unstubAllGlobals());

it("a table that is wider than its box shows an edge where more can be scrolled into view", () => {
  let measure = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        measure = onResize;
      }
      observe() {}
      disconnect() {}
    },
  );
  const { container } = render(
    <SideScroll>
      <table />
    </SideScroll>,
  );
  const box = container.querySelector(".overflow-x-auto") as HTMLElement;
  const edges = () =>
    [...container.querySelectorAll("[data-edge]")].map(
      ({ className }) => /left-0|right-0/.exec(className)?.[0],
    );
  const resize = (clientWidth: number) => {
    Object.defineProperties(box, {
      clientWidth: { value: clientWidth, configurable: true },
      scrollWidth: { value: 900, configurable: true },
    });
    act(measure);
  };
  resize(900);
  expect(edges()).toEqual([]);
  // Only the padding of a button is hidden.
  resize(890);
  expect(edges()).toEqual([]);
  resize(600);
  expect(edges()).toEqual(["right-0"]);
  fireEvent.scroll(box, { target: { scrollLeft: 100 } });
  expect(edges()).toEqual(["left-0", "right-0"]);
  fireEvent.scroll(box, { target: { scrollLeft: 300 } });
  expect(edges()).toEqual(["left-0"]);
});

it("the edges of a wide table are drawn below the page's sticky bars", () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { container } = render(
    <SideScroll>
      <table />
    </SideScroll>,
  );
  // Its own stacking context, so that the edges' order counts only inside the box.
  expect(container.firstElementChild?.className).toContain("isolate");
});
