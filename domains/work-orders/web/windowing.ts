import { type RefObject, useEffect, useState } from "react";

export interface Window {
  first: number;
  /** One past the last. */
  end: number;
}

/** Which of `count` rows of one height are in sight or nearly so; `step` coarsens it, so that scrolling renders seldom. */
export function windowOf(
  { scrollTop, height }: { scrollTop: number; height: number },
  { count, rowHeight, overscan, step }: { count: number; rowHeight: number; overscan: number; step: number },
): Window {
  const topRow = Math.floor(Math.max(0, scrollTop) / rowHeight / step) * step;
  const first = Math.min(Math.max(0, topRow - overscan), Math.max(0, count - 1));
  const end = Math.min(count, topRow + Math.ceil(height / rowHeight) + step + overscan);
  return { first, end: Math.max(end, first) };
}

/** The window of the scrolling element behind `ref`, for rows of `rowHeight` pixels. */
export function useWindow(ref: RefObject<HTMLElement | null>, count: number, rowHeight: number): Window {
  const shape = { count, rowHeight, overscan: 1, step: 2 };
  const [view, setView] = useState({ scrollTop: 0, height: 720 });

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const scrollTop = Math.floor(element.scrollTop / (rowHeight * 2)) * rowHeight * 2;
      // An element without layout (a test, a hidden tab) has no height; then the first screenful is drawn.
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

  return windowOf(view, shape);
}
