import { type RefObject, useLayoutEffect, useRef } from "react";

const glideMs = 180;
const rememberedMs = 150;

interface Departure {
  box: DOMRect;
  column: HTMLElement | null;
  hadFocus: boolean;
  at: number;
}
const left = new Map<number, Departure>();
const columnAround = (element: HTMLElement) => element.closest<HTMLElement>("[data-column]");

/**
 * Animates the card of an order from its old column to its new one and moves the focus with it. Returns the ref of the card,
 * which leaves while it is still in place; the card that is rendered arrives.
 */
export function useGlide(id: number): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const card = element.current;
    if (card === null) return;
    arrive(id, card);
    return () => leave(id, card);
  }, [id]);
  return element;
}

function leave(id: number, element: HTMLElement): void {
  const column = columnAround(element);
  const hadFocus = element.contains(document.activeElement);
  const departure = { box: element.getBoundingClientRect(), column, hadFocus, at: performance.now() };
  left.set(id, departure);
  // The new place may be out of sight; keyboard focus then stays on the old column, whose list is gone with its last card.
  if (hadFocus)
    setTimeout(() => {
      // It arrived, or has left again since.
      if (left.get(id) !== departure) return;
      left.delete(id);
      if (document.activeElement === document.body)
        (column?.querySelector<HTMLElement>("[role=group]") ?? column)?.focus();
    }, rememberedMs);
}

function arrive(id: number, element: HTMLElement): void {
  const from = left.get(id);
  left.delete(id);
  // Scrolling out of sight and back is not a move.
  if (from === undefined || from.column === columnAround(element)) return;
  if (performance.now() - from.at > rememberedMs) return;
  if (from.hadFocus)
    element.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus({ preventScroll: true });
  glide(element, from.box);
}

/** A copy above everything is animated, because the columns would clip the card. */
function glide(element: HTMLElement, from: DOMRect): void {
  if (typeof element.animate !== "function" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = element.getBoundingClientRect();
  if (from.width === 0 || to.width === 0) return;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed",
    inset: "0 auto auto 0",
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: "60",
    pointerEvents: "none",
  });
  document.body.append(copy);
  element.style.setProperty("opacity", "0");
  const at = (box: DOMRect) => `translate(${box.x}px, ${box.y}px)`;
  const motion = copy.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: glideMs,
    easing: "cubic-bezier(0.2, 0, 0, 1)",
    fill: "forwards",
  });
  const settle = () => {
    copy.remove();
    element.style.removeProperty("opacity");
  };
  motion.finished.then(settle, settle);
}
