/** How far a bar can be from the bottom of the screen and still be behind a toast. A toast is about this high. */
const maxGapPx = 96;
/** How far up from the bottom of the screen a choice can end and be behind a toast above the bars. */
const maxChoiceGapPx = 240;
/** A choice that starts higher than this has no room for a toast above it. */
const minChoiceTopPx = 160;

/**
 * The height of the bars at the bottom of the screen, such as a dialog's buttons, and of a choice above them
 * that the user has to make next (`data-keep-clear`). Toasts are shown above them.
 */
export function measureStickyBars(): number {
  const heights = [
    ...getBoxes("[data-form-bar], [data-sticky-bar]").filter(
      ({ bottom }) => Math.abs(innerHeight - bottom) <= maxGapPx,
    ),
    ...getBoxes("[data-keep-clear]").filter(
      ({ top, bottom }) =>
        top >= minChoiceTopPx && top < innerHeight && bottom >= innerHeight - maxChoiceGapPx,
    ),
  ].map(({ top }) => innerHeight - top);
  return Math.max(0, ...heights);
}

const getBoxes = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 0);
