import type { Page } from "@playwright/test";

const interactive =
  "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]";

/**
 * Returns the controls smaller than 44 by 44 px, including their labels and pseudo-elements. Ignores links
 * within a sentence, as in WCAG 2.5.8, and disabled or hidden controls.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([selector, minimum]) => {
      const isInSentence = (element: Element) => {
        const siblings = [...(element.parentElement?.childNodes ?? [])];
        return (
          element.tagName === "A" &&
          getComputedStyle(element).display.startsWith("inline") &&
          siblings.some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== "")
        );
      };
      const getSize = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        const pseudo = getComputedStyle(element, "::after");
        const hasPseudo = pseudo.content !== "none" && pseudo.position === "absolute";
        return {
          width: Math.max(width, hasPseudo ? Number.parseFloat(pseudo.width) : 0),
          height: Math.max(height, hasPseudo ? Number.parseFloat(pseudo.height) : 0),
        };
      };
      const isLargeEnough = (element: Element) => {
        const { width, height } = getSize(element);
        // Rounding can lose half a pixel.
        return width >= minimum - 0.5 && height >= minimum - 0.5;
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
          const { width, height } = getSize(element);
          const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
          return `${element.tagName.toLowerCase()} “${name.slice(0, 40)}” ${Math.round(width)}x${Math.round(height)}`;
        });
    },
    [interactive, 44] as const,
  );
