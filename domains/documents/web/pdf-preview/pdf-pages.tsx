import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ChevronDown, ChevronUp, Minus, MoveHorizontal, Plus } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import type { TextHit } from "../../text-hit.ts";
import { getPageSize, type PageSize, pixelsPerPoint } from "./draw-pdf-page.ts";
import type { Pdf } from "./pdf-file.ts";
import { PdfPage } from "./pdf-page.tsx";

const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Returns the space around and between pages, in pixels. Phones have little room. */
const getGap = (width: number) => (width < 480 ? 8 : 16);
/** The maximum number of pages in a preview. */
const maxPages = 1000;
/** US Letter, until the size of the first page is known. */
const defaultSize: PageSize = { width: 612, height: 792 };

interface PdfPagesProps {
  pdf: Pdf;
  name: string;
  /** The search match to open. Its words are highlighted on every page. */
  hit: TextHit | undefined;
}

/** All pages in a scrollable frame, with page and zoom controls. */
export function PdfPages({ pdf, name, hit }: PdfPagesProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const gap = getGap(width);
  const { sizes, onSize } = usePageSizes(pdf);
  /** `fit` is the width of the frame. */
  const [zoom, setZoom] = useState<number | "fit">("fit");
  const pageCount = Math.min(pdf.numPages, maxPages);
  const firstPage = Math.min(hit?.page ?? 1, pageCount);
  const [currentPage, setCurrentPage] = useState(firstPage);

  const sizeOfPage = (number: number) => sizes[number] ?? sizes[1] ?? defaultSize;
  const getFittingScale = (size: PageSize) => Math.max(width - 2 * gap, 80) / size.width;
  const getScale = (size: PageSize) => (zoom === "fit" ? getFittingScale(size) : zoom * pixelsPerPoint);
  const currentZoom = getScale(sizeOfPage(currentPage)) / pixelsPerPoint;

  const changeZoom = (direction: 1 | -1) => {
    const nextZoom =
      direction === 1
        ? zoomSteps.find((zoomStep) => zoomStep > currentZoom + 0.01)
        : zoomSteps.findLast((zoomStep) => zoomStep < currentZoom - 0.01);
    if (nextZoom !== undefined) setZoom(nextZoom);
  };
  const goToPage = (number: number) => {
    const page = findPage(scroller, number);
    if (page === null) return;
    scroller?.scrollTo({ top: page.offsetTop - gap });
    setCurrentPage(number);
  };
  const savePosition = useScrollPosition(
    scroller,
    `${zoom} ${width} ${sizes[1]?.width} ${sizes[1]?.height}`,
    hit && firstPage,
  );
  const hasScrolledToHit = useRef(hit === undefined);
  const onDrawn = (number: number, mark: HTMLElement | null) => {
    if (hasScrolledToHit.current || number !== firstPage) return;
    hasScrolledToHit.current = true;
    if (mark !== null)
      scroller?.scrollBy({ top: getVerticalDistance(scroller, mark) - scroller.clientHeight / 3 });
    // On a phone, the preview is below the details.
    scroller?.parentElement?.scrollIntoView({ block: "nearest" });
  };
  const onScroll = () => {
    if (scroller === null) return;
    savePosition();
    setCurrentPage(findVisiblePage(scroller) ?? 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shortcuts: Record<string, (() => void) | undefined> = {
      "+": () => changeZoom(1),
      "-": () => changeZoom(-1),
      "0": () => setZoom("fit"),
      ArrowRight: zoom === "fit" ? () => goToPage(Math.min(pageCount, currentPage + 1)) : undefined,
      ArrowLeft: zoom === "fit" ? () => goToPage(Math.max(1, currentPage - 1)) : undefined,
    };
    const shortcut = shortcuts[event.key];
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut();
  };

  return (
    // The scroll margins keep it clear of the top and bottom bars.
    <div className="scroll-mt-16 max-sm:scroll-mb-20">
      <Toolbar name={name}>
        <PageInput currentPage={currentPage} pageCount={pageCount} onOpen={goToPage} />
        <div className="flex items-center gap-1">
          <IconButton
            label="Zoom out"
            disabled={currentZoom <= (zoomSteps[0] ?? 0) + 0.01}
            onClick={() => changeZoom(-1)}
          >
            <Minus />
          </IconButton>
          <output aria-label="Zoom" className="w-12 text-center text-ink-soft tabular-nums max-sm:sr-only">
            {`${Math.round(currentZoom * 100)}%`}
          </output>
          <IconButton
            label="Zoom in"
            disabled={currentZoom >= (zoomSteps.at(-1) ?? 0) - 0.01}
            onClick={() => changeZoom(1)}
          >
            <Plus />
          </IconButton>
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={zoom === "fit"}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-sm:min-w-11"
            icon={<MoveHorizontal aria-hidden="true" />}
            onClick={() => setZoom("fit")}
          >
            <span className="max-sm:sr-only">Fit width</span>
          </Button>
        </div>
      </Toolbar>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key has its button above */}
      <section
        ref={setScroller}
        aria-label={`Pages of ${name}. Press plus or minus to zoom, or 0 to fit the width.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className="relative flex max-h-[min(75dvh,60rem)] min-h-64 flex-col overflow-auto overscroll-contain rounded-b-card bg-sunken -outline-offset-2 [scrollbar-gutter:stable_both-edges]"
        style={{ gap, padding: gap }}
      >
        {scroller !== null &&
          width > 0 &&
          Array.from({ length: pageCount }, (_, index) => {
            const size = sizeOfPage(index + 1);
            return (
              <PdfPage
                // oxlint-disable-next-line react/no-array-index-key -- pages have only their number
                key={index}
                pdf={pdf}
                number={index + 1}
                size={size}
                onSize={onSize}
                scale={getScale(size)}
                scroller={scroller}
                words={hit?.words}
                onDrawn={onDrawn}
              />
            );
          })}
        {pdf.numPages > pageCount && (
          <p className="text-center text-ink-soft">
            {`${(pdf.numPages - pageCount).toLocaleString("en-US")} more pages are in the file. Download it to keep reading.`}
          </p>
        )}
      </section>
    </div>
  );
}

const Toolbar = ({ name, children }: { name: string; children: ReactNode }) => (
  <div
    role="toolbar"
    aria-label={`Preview of ${name}`}
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-y px-2 py-1.5 max-sm:gap-x-0 sm:px-4"
  >
    {children}
  </div>
);

interface PageInputProps {
  currentPage: number;
  pageCount: number;
  onOpen: (number: number) => void;
}

/** The current page, and a field to go to any other page. */
function PageInput({ currentPage, pageCount, onOpen }: PageInputProps) {
  const id = useId();
  /** The text being typed. Null while the field isn't being edited. */
  const [typedPage, setTypedPage] = useState<string | null>(null);
  const goToTypedPage = () => {
    const number = Number(typedPage);
    if (typedPage !== null && Number.isInteger(number) && number >= 1) onOpen(Math.min(number, pageCount));
    setTypedPage(null);
  };
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Previous page" disabled={currentPage <= 1} onClick={() => onOpen(currentPage - 1)}>
        <ChevronUp />
      </IconButton>
      <label htmlFor={id} className="sr-only">
        Page
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typedPage ?? String(currentPage)}
        onChange={(event) => setTypedPage(event.target.value.replace(/\D/g, "").slice(0, 5))}
        onBlur={goToTypedPage}
        onKeyDown={({ key }) => {
          if (key === "Enter") goToTypedPage();
          if (key === "Escape") setTypedPage(null);
        }}
        className="min-h-(--control-sm) w-12 rounded-control bg-surface px-1 text-center tabular-nums ring-1 ring-line-control ring-inset"
      />
      <span className="whitespace-nowrap text-ink-soft tabular-nums">{`of ${pageCount.toLocaleString("en-US")}`}</span>
      <IconButton
        label="Next page"
        disabled={currentPage >= pageCount}
        onClick={() => onOpen(currentPage + 1)}
      >
        <ChevronDown />
      </IconButton>
    </div>
  );
}

const findPage = (scroller: HTMLElement | null, number: number): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-page="${number}"]`) ?? null;

const getVerticalDistance = (from: HTMLElement, to: HTMLElement): number =>
  to.getBoundingClientRect().top - from.getBoundingClientRect().top;

/**
 * Keeps the scroll position when the pages are resized, starting at `initialPage`. The returned function
 * records the position while the user scrolls.
 */
function useScrollPosition(scroller: HTMLElement | null, layoutKey: string, initialPage = 0): () => void {
  /** Page 0 means the user hasn't scrolled yet. */
  const position = useRef({ page: initialPage, fraction: 0 });
  useLayoutEffect(() => {
    const page = findPage(scroller, position.current.page);
    if (page !== null)
      scroller?.scrollTo({ top: page.offsetTop + position.current.fraction * page.offsetHeight });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the sizes change
  }, [scroller, layoutKey]);
  return () => {
    const top = scroller?.scrollTop ?? 0;
    const page = [...(scroller?.querySelectorAll<HTMLElement>("[data-page]") ?? [])].findLast(
      ({ offsetTop }) => offsetTop <= top,
    );
    position.current =
      page === undefined
        ? { page: 0, fraction: 0 }
        : { page: Number(page.dataset.page), fraction: (top - page.offsetTop) / page.offsetHeight };
  };
}

/** Returns the page at one third of the frame's height, which is probably being read. */
function findVisiblePage(scroller: HTMLElement): number | undefined {
  const readingLine = scroller.scrollTop + scroller.clientHeight / 3;
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  const pages = [...scroller.querySelectorAll<HTMLElement>("[data-page]")];
  const currentPage = isAtEnd ? pages.at(-1) : pages.findLast((page) => page.offsetTop <= readingLine);
  return currentPage === undefined ? undefined : Number(currentPage.dataset.page);
}

/** Returns the inner width of an element, kept up to date. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the known page sizes by number. The size of the first page is loaded immediately. */
function usePageSizes(pdf: Pdf) {
  const [sizes, setSizes] = useState<Record<number, PageSize>>({});
  const onSize = useCallback(
    (number: number, { width, height }: PageSize) =>
      setSizes((knownSizes) => {
        const oldSize = knownSizes[number];
        return oldSize?.width === width && oldSize.height === height
          ? knownSizes
          : { ...knownSizes, [number]: { width, height } };
      }),
    [],
  );
  useEffect(() => {
    pdf.getPage(1).then(
      (page) => onSize(1, getPageSize(page)),
      () => undefined,
    );
  }, [pdf, onSize]);
  return { sizes, onSize };
}
