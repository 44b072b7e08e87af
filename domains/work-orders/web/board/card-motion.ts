import { type RefObject, useLayoutEffect, useRef } from "react";

const motionMs = 180;
const departureLifetimeMs = 150;

interface Departure {
  box: DOMRect;
  column: HTMLElement | null;
  hadFocus: boolean;
  departedAt: number;
}
const departures = new Map<number, Departure>();
const findColumn = (element: HTMLElement) => element.closest<HTMLElement>("[data-column]");

/**
 * Animates a card from its old column to its new one and moves focus with it. Returns the ref for the
 * card. The old card departs while it is still in place, and the new one arrives when it is rendered.
 */
export function useCardMotion(id: number): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const card = element.current;
    if (card === null) return;
    animateArrival(id, card);
    return () => recordDeparture(id, card);
  }, [id]);
  return element;
}

function recordDeparture(id: number, element: HTMLElement): void {
  const column = findColumn(element);
  const hadFocus = element.contains(document.activeElement);
  const departure = { box: element.getBoundingClientRect(), column, hadFocus, departedAt: performance.now() };
  departures.set(id, departure);
  // The card's new place might be out of sight. Keyboard focus then stays on the list of the old column.
  if (hadFocus)
    setTimeout(() => {
      // The card arrived, or has departed again since.
      if (departures.get(id) !== departure) return;
      departures.delete(id);
      if (document.activeElement === document.body)
        (column?.querySelector<HTMLElement>("[role=group]") ?? column)?.focus();
    }, departureLifetimeMs);
}

function animateArrival(id: number, element: HTMLElement): void {
  const departure = departures.get(id);
  departures.delete(id);
  // Scrolling out of sight and back isn't a move.
  if (departure === undefined || departure.column === findColumn(element)) return;
  if (performance.now() - departure.departedAt > departureLifetimeMs) return;
  if (departure.hadFocus)
    element.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus({ preventScroll: true });
  animateMove(element, departure.box);
}

/** Animates a copy above everything, because the columns would clip the card. */
function animateMove(element: HTMLElement, startBox: DOMRect): void {
  if (typeof element.animate !== "function" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const endBox = element.getBoundingClientRect();
  if (startBox.width === 0 || endBox.width === 0) return;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed",
    inset: "0 auto auto 0",
    width: `${endBox.width}px`,
    height: `${endBox.height}px`,
    zIndex: "60",
    pointerEvents: "none",
  });
  document.body.append(copy);
  element.style.setProperty("opacity", "0");
  const toTransform = (box: DOMRect) => `translate(${box.x}px, ${box.y}px)`;
  const motion = copy.animate([{ transform: toTransform(startBox) }, { transform: toTransform(endBox) }], {
    duration: motionMs,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
    fill: "forwards",
  });
  const finish = () => {
    copy.remove();
    element.style.removeProperty("opacity");
  };
  motion.finished.then(finish, finish);
}
