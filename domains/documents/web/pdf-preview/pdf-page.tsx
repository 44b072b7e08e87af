import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { clearPage, drawPdfPage, getPageSize, type PageSize } from "./draw-pdf-page.ts";
import type { Pdf } from "./pdf-file.ts";

interface PdfPageProps {
  pdf: Pdf;
  number: number;
  /** The size of the page if known, otherwise the size of the first page. */
  size: PageSize;
  onSize: (number: number, size: PageSize) => void;
  /** CSS pixels per point. */
  scale: number;
  /** The scroll container. */
  scroller: HTMLElement | null;
  /** Words to highlight. */
  words: readonly string[] | undefined;
  /** Called with the first highlighted word, if there is one. */
  onDrawn: (number: number, mark: HTMLElement | null) => void;
}

/** One page of a PDF, rendered while it's near the viewport. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, onSize, scale, scroller, words, onDrawn } = props;
  const section = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(section, scroller);
  const [outcome, setOutcome] = useState<"drawing" | "drawn" | "without text" | "broken">("drawing");

  const wordsToMark = useEffectEvent(() => words ?? []);
  const reportDrawn = useEffectEvent((mark: HTMLElement | null) => onDrawn(number, mark));

  useEffect(() => {
    if (!isNear) return;
    let isMounted = true;
    pdf.getPage(number).then(
      (page) => isMounted && onSize(number, getPageSize(page)),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [pdf, number, isNear, onSize]);

  useEffect(() => {
    const target = frame.current;
    if (!isNear || target === null) return;
    const abort = new AbortController();
    drawPdfPage(pdf, number, { frame: target, scale, words: wordsToMark(), signal: abort.signal }).then(
      (hasText) => {
        if (hasText === null) return;
        setOutcome(hasText ? "drawn" : "without text");
        reportDrawn(target.querySelector("mark"));
      },
      () => !abort.signal.aborted && setOutcome("broken"),
    );
    return () => abort.abort();
  }, [pdf, number, scale, isNear]);

  useEffect(() => {
    const target = frame.current;
    if (isNear || target === null) return;
    clearPage(target);
    setOutcome("drawing");
  }, [isNear]);

  useEffect(() => {
    const target = frame.current;
    return () => {
      if (target !== null) clearPage(target);
    };
  }, []);

  return (
    <section
      ref={section}
      aria-label={`Page ${number} of ${pdf.numPages}`}
      aria-busy={isNear && outcome === "drawing"}
      data-page={number}
      className="relative mx-auto shrink-0 bg-white shadow-[0_0_0_1px_var(--line)]"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div ref={frame} className="absolute inset-0 overflow-hidden" />
      {outcome === "without text" && <p className="sr-only">This page is an image with no text.</p>}
      {outcome === "broken" && (
        <p role="alert" className="absolute inset-x-4 top-1/3 text-center text-[oklch(0.44_0.025_250)]">
          This page couldn't be displayed. Try downloading the file.
        </p>
      )}
    </section>
  );
}

function useIsNear(ref: RefObject<HTMLElement | null>, scroller: HTMLElement | null): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (ref.current === null || scroller === null) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: scroller, rootMargin: "100% 0px" },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return isNear;
}
