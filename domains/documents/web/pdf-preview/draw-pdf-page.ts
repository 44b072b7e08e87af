import { type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { addNotes } from "./add-notes.ts";
import { markWords } from "./mark-words.ts";
import type { Pdf } from "./pdf-file.ts";

/** A PDF point is 1/72 inch, and a CSS pixel is 1/96 inch. */
export const pixelsPerPoint = 96 / 72;

/** The canvas limit of mobile browsers. */
const maxCanvasPixels = 16_000_000;

export interface PageSize {
  /** In points, after rotation. */
  width: number;
  height: number;
}

export const getPageSize = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 1 });
  // A file can declare a page of no size, or an enormous one.
  return { width: Math.min(Math.max(width, 1), 20_000), height: Math.min(Math.max(height, 1), 20_000) };
};

interface DrawOptions {
  /** The element that receives the canvas and the text layer. */
  frame: HTMLElement;
  /** CSS pixels per point. */
  scale: number;
  /** Words to highlight. */
  words: readonly string[];
  signal: AbortSignal;
}

/**
 * Renders a page into `frame`: a canvas, and an invisible text layer for screen readers and selection. The
 * current content stays until the new content is ready. Resolves with whether the page has any text, or with
 * null if aborted.
 * @throws Error when the page is broken
 */
export async function drawPdfPage(pdf: Pdf, number: number, drawing: DrawOptions): Promise<boolean | null> {
  const { frame, scale, words, signal } = drawing;
  const page = await pdf.getPage(number);
  if (signal.aborted) return null;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  const pixelRatio = Math.min(
    Math.max(devicePixelRatio, 1),
    2,
    Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)),
  );
  canvas.width = Math.max(1, Math.floor(viewport.width * pixelRatio));
  canvas.height = Math.max(1, Math.floor(viewport.height * pixelRatio));
  canvas.setAttribute("aria-hidden", "true");
  canvas.className = "absolute inset-0 size-full";
  const task = page.render({
    canvas,
    viewport,
    transform: pixelRatio === 1 ? undefined : [pixelRatio, 0, 0, pixelRatio, 0, 0],
  });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  try {
    await task.promise;
  } catch (error) {
    releaseCanvas(canvas);
    if (signal.aborted || error instanceof RenderingCancelledException) return null;
    throw error;
  }
  const content = await page.getTextContent();
  const annotations = await page.getAnnotations({ intent: "display" });
  if (signal.aborted) {
    releaseCanvas(canvas);
    return null;
  }
  const text = document.createElement("div");
  text.className = "pdf-text";
  text.style.setProperty("--total-scale-factor", String(scale));
  const layer = new TextLayer({ textContentSource: content, container: text, viewport });
  signal.addEventListener("abort", () => layer.cancel(), { once: true });
  await layer.render().catch(() => undefined);
  if (signal.aborted) {
    releaseCanvas(canvas);
    return null;
  }
  const notes = addNotes(text, annotations, viewport);
  markWords([...layer.textDivs, ...notes], words);
  clearPage(frame);
  frame.append(canvas, text);
  page.cleanup();
  return notes.length > 0 || content.items.some((item) => "str" in item && item.str.trim() !== "");
}

/** Removes the canvas and text layer and frees their memory. */
export function clearPage(frame: HTMLElement): void {
  for (const canvas of frame.querySelectorAll("canvas")) releaseCanvas(canvas);
  frame.replaceChildren();
}

/** Safari keeps the memory of a canvas for a while unless its size is zero. */
function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Frees the cache for text measurements. */
export const clearTextCache = (): void => TextLayer.cleanup();
