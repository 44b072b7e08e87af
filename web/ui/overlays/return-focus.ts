import { useRef } from "react";

/**
 * The element that had focus before the newest dialog opened. A dialog that replaces another also returns
 * focus there.
 */
let lastOpener: HTMLElement | null = null;

/**
 * Returns focus to the element that opened a dialog, or to the page's content if that element is gone.
 * Radix does this only for its own triggers. Call `remember` when the dialog takes focus, and `restore`
 * when it closes.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement>(null);
  const remember = () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active !== document.body) lastOpener = active;
    opener.current = lastOpener;
  };
  const restore = (event: Event) => {
    event.preventDefault();
    const isGone = !opener.current?.isConnected;
    // The code that removed the opener might have moved focus already.
    if (isGone && document.activeElement !== document.body) return;
    const target = isGone ? document.getElementById("content") : opener.current;
    target?.focus({ preventScroll: true });
  };
  return { remember, restore };
}

/**
 * A `ref` for elements that can disappear while focused, such as a button that removes its own row. Focus
 * then moves to the page's content. This also works if a busy button has already lost focus.
 */
export function returnFocusToContent(element: HTMLElement | null) {
  return () => {
    const { activeElement } = document;
    if (element?.contains(activeElement) === true || activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  };
}
