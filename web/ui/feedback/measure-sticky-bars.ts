/** How far a bar can be from the bottom of the screen and still count as one there, such as that of a selection. */
const maxGapPx = 24;

/** The height of the bars that stick to the bottom of the screen, above which toasts are shown on phones. */
export function measureStickyBars(): number {
  const heights = [...document.querySelectorAll("[data-form-bar], [data-sticky-bar]")]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && Math.abs(innerHeight - bottom) <= maxGapPx)
    .map(({ top }) => innerHeight - top);
  return Math.max(0, ...heights);
}
