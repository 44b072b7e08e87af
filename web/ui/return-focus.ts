import { useRef } from "react";

/** What had the focus before the newest dialog; one that takes the place of another gives the focus back there too. */
let lastFrom: HTMLElement | null = null;

/**
 * Gives the focus back to what opened a dialog, since Radix does so for its own triggers only; to the page's content
 * when that is gone. Call `remember` when the dialog takes the focus and `giveBack` when it lets go.
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
    const target = from.current?.isConnected ? from.current : document.getElementById("content");
    target?.focus({ preventScroll: true });
  };
  return { remember, giveBack };
}
