/** How far a bar can be from the bottom of the screen and still be behind a toast. A toast is about this high. */
const maxGapPx = 96;

/** The height of the bars at the bottom of the screen, such as a dialog's buttons. Toasts are shown above them. */
export function measureStickyBars(): number {
  const heights = [...document.querySelectorAll("[data-form-bar], [data-sticky-bar]")]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && Math.abs(innerHeight - bottom) <= maxGapPx)
    .map(({ top }) => innerHeight - top);
  return Math.max(0, ...heights);
}
