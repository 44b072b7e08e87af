/**
 * The sign-in page as the build has rendered it (web/prerender.tsx), until the program takes it over. What is typed
 * before that stays in its fields.
 */
declare global {
  /** Global because the script in the page's head is bundled separately. */
  var earlyClick: HTMLElement | undefined;
}

const attribute = "data-prerendered";

/** Keeps the last click on a button that nothing handles yet. Enter in a field also clicks the form's button. */
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

/** Called once the program handles clicks. Repeats the last one. */
export function takeOver(root = document.getElementById("root")): void {
  root?.removeAttribute(attribute);
  globalThis.earlyClick?.click();
  globalThis.earlyClick = undefined;
}
