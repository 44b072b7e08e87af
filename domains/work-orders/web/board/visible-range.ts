import { type RefObject, useEffect, useState } from "react";

export interface VisibleRange {
  first: number;
  /** Exclusive. */
  end: number;
}

/**
 * Returns the visible range of `count` rows of equal height, with overscan. `step` rounds it, so that
 * scrolling rarely renders.
 */
export function getVisibleRange(
  { scrollTop, height }: { scrollTop: number; height: number },
  { count, rowHeight, overscan, step }: { count: number; rowHeight: number; overscan: number; step: number },
): VisibleRange {
  const topRow = Math.floor(Math.max(0, scrollTop) / rowHeight / step) * step;
  const first = Math.min(Math.max(0, topRow - overscan), Math.max(0, count - 1));
  const end = Math.min(count, topRow + Math.ceil(height / rowHeight) + step + overscan);
  return { first, end: Math.max(end, first) };
}

/** The visible range of the scrolling element `ref`, for rows of `rowHeight` pixels. */
export function useVisibleRange(
  ref: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VisibleRange {
  const shape = { count, rowHeight, overscan: 1, step: 2 };
  const [view, setView] = useState({ scrollTop: 0, height: 720 });

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const scrollTop = Math.floor(element.scrollTop / (rowHeight * 2)) * rowHeight * 2;
      // An element without layout (a test, a hidden tab) has no height, so a default is used.
      const height = element.clientHeight || 720;
      setView((old) => (old.scrollTop === scrollTop && old.height === height ? old : { scrollTop, height }));
    };
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    read();
    element.addEventListener("scroll", readSoon, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(readSoon);
    observer?.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", readSoon);
      observer?.disconnect();
    };
  }, [ref, rowHeight]);

  return getVisibleRange(view, shape);
}
