import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns an element's distance from the top of the page, in pixels. Used for elements that fill the rest of
 * the screen.
 */
export function useTopOffset(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      element.current !== null && setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
    // After each render, because a line above it might have wrapped.
  });
  return top;
}
