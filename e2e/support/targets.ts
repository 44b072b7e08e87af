import type { Page } from "@playwright/test";

/** What a thumb presses. */
const pressed =
  "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]";

/**
 * Names what is smaller than 44 by 44 px: the element, with its label or what a pseudo-element adds to it. Links within a
 * sentence are left out, as in WCAG 2.5.8, and what is disabled or hidden, such as the bar of a chart whose rows are links.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([selector, least]) => {
      const isInSentence = (element: Element) => {
        const beside = [...(element.parentElement?.childNodes ?? [])];
        return (
          element.tagName === "A" &&
          getComputedStyle(element).display.startsWith("inline") &&
          beside.some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== "")
        );
      };
      const rectOf = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        const added = getComputedStyle(element, "::after");
        const hasAdded = added.content !== "none" && added.position === "absolute";
        return {
          width: Math.max(width, hasAdded ? Number.parseFloat(added.width) : 0),
          height: Math.max(height, hasAdded ? Number.parseFloat(added.height) : 0),
        };
      };
      const isLargeEnough = (element: Element) => {
        const { width, height } = rectOf(element);
        // Half a pixel is lost to rounding.
        return width >= least - 0.5 && height >= least - 0.5;
      };
      return [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          const isForScreenReaders = getComputedStyle(element).clipPath !== "none";
          return (
            width > 1 &&
            height > 1 &&
            !isForScreenReaders &&
            element.checkVisibility({ visibilityProperty: true })
          );
        })
        .filter(
          (element) =>
            !element.matches(":disabled, [inert] *, [aria-hidden=true] *") && !isInSentence(element),
        )
        .filter((element) => {
          const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
          return ![element, ...labels].some(isLargeEnough);
        })
        .map((element) => {
          const { width, height } = rectOf(element);
          const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
          return `${element.tagName.toLowerCase()} “${name.slice(0, 40)}” ${Math.round(width)}x${Math.round(height)}`;
        });
    },
    [pressed, 44] as const,
  );
