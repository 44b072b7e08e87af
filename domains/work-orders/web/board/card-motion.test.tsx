import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCardMotion } from "./card-motion.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Card() {
  return (
    <li ref={useCardMotion(7)}>
      <button type="button" aria-haspopup="menu">
        Move to...
      </button>
    </li>
  );
}

/** A board with one visible card, or none. */
const board = (place?: string) => (
  <>
    {["Open", "In Progress"].map((name) => (
      <section key={name} aria-label={name} data-column={name} tabIndex={-1}>
        {name === place && <Card />}
      </section>
    ))}
  </>
);

it("when a card moves out of sight right after another move, focus stays on its most recent column", () => {
  const { rerender } = render(board("Open"));
  screen.getByRole("button").focus();
  rerender(board("In Progress"));
  expect(document.activeElement).toBe(screen.getByRole("button"));
  vi.advanceTimersByTime(100);
  rerender(board());
  vi.advanceTimersByTime(100);
  expect(document.activeElement).toBe(document.body);
  vi.advanceTimersByTime(100);
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "In Progress" }));
});
