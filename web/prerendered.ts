/**
 * The sign-in page as rendered by the build (web/prerender.tsx), until the app takes it over. Its fields keep
 * what the user has already typed.
 */
declare global {
  /** Global because the script in the page's head is bundled separately. */
  var earlyClick: HTMLElement | undefined;
}

const attribute = "data-prerendered";

/**
 * Saves the last click on a button until the app can handle it. Enter in a field also clicks the form's
 * button.
 */
export function keepEarlyClicks(): void {
  const keep = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>(`#root[${attribute}] button`);
    if (button == null) return;
    event.preventDefault();
    event.stopPropagation();
    globalThis.earlyClick = button;
  };
  addEventListener("click", keep, { capture: true });
}

export const isPrerendered = (root: HTMLElement): boolean => root.hasAttribute(attribute);

/** Called once the app handles clicks. Repeats the saved click. */
export function takeOver(root = document.getElementById("root")): void {
  root?.removeAttribute(attribute);
  globalThis.earlyClick?.click();
  globalThis.earlyClick = undefined;
}
