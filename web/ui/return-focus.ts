import { useRef } from "react";

/** The element that had the focus before the newest dialog; a dialog that replaces another returns the focus there too. */
let lastFrom: HTMLElement | null = null;

/**
 * Returns the focus to what opened a dialog, since Radix does so for its own triggers only; to the page's content
 * when that is gone. Call `remember` when the dialog takes the focus and `giveBack` when it closes.
 */
export function useReturnFocus() {
  const from = useRef<HTMLElement>(null);
  const remember = () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active !== document.body) lastFrom = active;
    from.current = lastFrom;
  };
  const giveBack = (event: Event) => {
    event.preventDefault();
    const isGone = !from.current?.isConnected;
    // What removed the opener may have moved the focus on already.
    if (isGone && document.activeElement !== document.body) return;
    const target = isGone ? document.getElementById("content") : from.current;
    target?.focus({ preventScroll: true });
  };
  return { remember, giveBack };
}

/**
 * As `ref` of what may vanish with the focus in it, such as a button that removes its own row: the focus then goes to the
 * page's content. A button that is busy may have lost it before.
 */
export function keepFocus(element: HTMLElement | null) {
  return () => {
    const { activeElement } = document;
    if (element?.contains(activeElement) === true || activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  };
}
