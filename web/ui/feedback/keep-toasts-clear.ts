import { measureStickyBars } from "./measure-sticky-bars.ts";

/**
 * Keeps toasts above the bars at the bottom of the screen while dialogs open and close, and calls
 * `onDialogOpen` when one opens. Returns a function that stops this.
 */
export function keepToastsClear(onDialogOpen: () => void): () => void {
  const update = () => document.documentElement.style.setProperty("--sticky-bar", `${measureStickyBars()}px`);
  // Dialogs are children of the body.
  const observer = new MutationObserver((changes) => {
    update();
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isDialog))) onDialogOpen();
  });
  update();
  observer.observe(document.body, { childList: true });
  // A dialog that slides in has reached its final position.
  addEventListener("animationend", update);
  return () => {
    observer.disconnect();
    removeEventListener("animationend", update);
  };
}

const isDialog = (node: Node) => node instanceof Element && node.matches("[role=dialog], [role=alertdialog]");
