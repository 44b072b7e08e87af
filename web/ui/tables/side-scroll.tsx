import { type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "#web/ui/classes.ts";

interface SideScrollProps {
  children: ReactNode;
  /** For the box with the edges, which don't scroll. */
  className?: string;
  /** For the box that scrolls. */
  scrollClassName?: string;
}

/** The padding of a button at the end of a row can extend past its box by less than this. */
const minHiddenPx = 16;

/** A box that scrolls sideways. An edge with more content beyond it has a shadow. */
export function SideScroll({ children, className, scrollClassName = "overflow-x-auto" }: SideScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ left: false, right: false });
  const measure = () => {
    if (box.current === null) return;
    const { scrollLeft, clientWidth, scrollWidth } = box.current;
    const left = scrollLeft > minHiddenPx;
    const right = scrollWidth - clientWidth - scrollLeft > minHiddenPx;
    setMore((shown) => (shown.left === left && shown.right === right ? shown : { left, right }));
  };
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(measure);
    for (const element of [box.current, ...box.current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    // The edges stay above the box's sticky cells and below the page's sticky bars.
    <div className={classes("relative isolate", className)}>
      <div ref={box} className={scrollClassName} onScroll={measure}>
        {children}
      </div>
      {more.left && <Edge className="left-0 bg-linear-to-r" />}
      {more.right && <Edge className="right-0 bg-linear-to-l" />}
    </div>
  );
}

const Edge = ({ className }: { className: string }) => (
  <span
    aria-hidden="true"
    data-edge
    className={classes(
      "pointer-events-none absolute inset-y-0 z-20 w-4 from-black/15 to-transparent dark:from-black/60 print:hidden",
      className,
    )}
  />
);
