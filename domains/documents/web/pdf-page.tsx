import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { clearPage, drawPdfPage, type PageSize, sizeOf } from "./draw-pdf-page.ts";
import type { Pdf } from "./pdf-file.ts";

interface PdfPageProps {
  pdf: Pdf;
  number: number;
  /** The size of the page if it is known, otherwise that of the first page. */
  size: PageSize;
  onSize: (number: number, size: PageSize) => void;
  /** CSS pixels per point. */
  scale: number;
  /** The scroll container. */
  scroller: HTMLElement | null;
  /** Words to mark. */
  words: readonly string[] | undefined;
  /** Called with the first marked word, if there is one. */
  onDrawn: (number: number, mark: HTMLElement | null) => void;
}

/** One page of a PDF, rendered while it is near the viewport. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, onSize, scale, scroller, words, onDrawn } = props;
  const place = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place, scroller);
  const [outcome, setOutcome] = useState<"drawing" | "drawn" | "without text" | "broken">("drawing");

  const wordsToMark = useEffectEvent(() => words ?? []);
  const tellDrawn = useEffectEvent((mark: HTMLElement | null) => onDrawn(number, mark));

  useEffect(() => {
    if (!isNear) return;
    let isHere = true;
    pdf.getPage(number).then(
      (page) => isHere && onSize(number, sizeOf(page)),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [pdf, number, isNear, onSize]);

  useEffect(() => {
    const into = frame.current;
    if (!isNear || into === null) return;
    const leaving = new AbortController();
    drawPdfPage(pdf, number, { frame: into, scale, words: wordsToMark(), signal: leaving.signal }).then(
      (hasText) => {
        if (hasText === null) return;
        setOutcome(hasText ? "drawn" : "without text");
        tellDrawn(into.querySelector("mark"));
      },
      () => !leaving.signal.aborted && setOutcome("broken"),
    );
    return () => leaving.abort();
  }, [pdf, number, scale, isNear]);

  useEffect(() => {
    const into = frame.current;
    if (isNear || into === null) return;
    clearPage(into);
    setOutcome("drawing");
  }, [isNear]);

  useEffect(() => {
    const into = frame.current;
    return () => {
      if (into !== null) clearPage(into);
    };
  }, []);

  return (
    <section
      ref={place}
      aria-label={`Page ${number} of ${pdf.numPages}`}
      aria-busy={isNear && outcome === "drawing"}
      data-page={number}
      className="relative mx-auto shrink-0 bg-white shadow-[0_0_0_1px_var(--line)]"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div ref={frame} className="absolute inset-0 overflow-hidden" />
      {outcome === "without text" && <p className="sr-only">This page is a picture without text.</p>}
      {outcome === "broken" && (
        <p role="alert" className="absolute inset-x-4 top-1/3 text-center text-[oklch(0.44_0.025_250)]">
          This page could not be drawn. The downloaded file may show it.
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
