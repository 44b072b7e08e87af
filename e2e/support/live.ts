import type { Page } from "@playwright/test";

/**
 * The moment when `text` first appears in an element that `selector` finds, by the page's own clock. Start watching before
 * the other person acts.
 */
export const momentItShows = (page: Page, selector: string, text: string): Promise<number> =>
  page.evaluate(
    ([where, what]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll(where)].some(
            (element) => element.textContent?.includes(what) === true,
          );
          if (!isThere) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    [selector, text] as const,
  );
