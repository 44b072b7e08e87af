import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { MonthBars } from "./month-bars.tsx";

afterEach(cleanup);

it("bars stay proportional for amounts of any size, and browsers can draw their lengths", () => {
  const month = { month: "2026-10-01", dueCents: 90_000_000_000, collectedCents: 45_000_000_000 };
  const { container } = render(<MonthBars months={[month]} />);
  const heights = [...container.querySelectorAll("svg[viewBox] rect")].map((bar) =>
    bar.getAttribute("height"),
  );
  expect(heights).toEqual(["1000", "500"]);
});
