import { type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Pdf } from "./pdf-file.ts";

/** A point of a PDF is a 72nd of an inch, a pixel of a page a 96th. */
export const pixelsPerPoint = 96 / 72;

/** Browsers of phones give a canvas no more. */
const canvasPixelsMax = 16_000_000;

export interface PageSize {
  /** In points, as the page is turned. */
  width: number;
  height: number;
}

export const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 1 });
  // A file may claim a page without an extent, or one that no screen holds.
  return { width: Math.min(Math.max(width, 1), 20_000), height: Math.min(Math.max(height, 1), 20_000) };
};

interface Drawing {
  /** Gets the canvas and the text above it. */
  frame: HTMLElement;
  /** Pixels of the screen for each point. */
  scale: number;
  signal: AbortSignal;
}

/**
 * Draws a page into `frame`: a picture, and its text above it, unseen, to be read out and marked. What is there already
 * stays until the new one is ready. Resolves with whether the page has any text, or null when one left before.
 * @throws Error when the page is broken
 */
export async function drawPdfPage(pdf: Pdf, number: number, drawing: Drawing): Promise<boolean | null> {
  const { frame, scale, signal } = drawing;
  const page = await pdf.getPage(number);
  if (signal.aborted) return null;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  const sharpness = Math.min(
    Math.max(devicePixelRatio, 1),
    2,
    Math.sqrt(canvasPixelsMax / (viewport.width * viewport.height)),
  );
  canvas.width = Math.max(1, Math.floor(viewport.width * sharpness));
  canvas.height = Math.max(1, Math.floor(viewport.height * sharpness));
  canvas.setAttribute("aria-hidden", "true");
  canvas.className = "absolute inset-0 size-full";
  const task = page.render({
    canvas,
    viewport,
    transform: sharpness === 1 ? undefined : [sharpness, 0, 0, sharpness, 0, 0],
  });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  try {
    await task.promise;
  } catch (error) {
    empty(canvas);
    if (signal.aborted || error instanceof RenderingCancelledException) return null;
    throw error;
  }
  const content = await page.getTextContent();
  if (signal.aborted) {
    empty(canvas);
    return null;
  }
  const words = document.createElement("div");
  words.className = "pdf-text";
  words.style.setProperty("--total-scale-factor", String(scale));
  const layer = new TextLayer({ textContentSource: content, container: words, viewport });
  signal.addEventListener("abort", () => layer.cancel(), { once: true });
  await layer.render().catch(() => undefined);
  if (signal.aborted) {
    empty(canvas);
    return null;
  }
  clearPage(frame);
  frame.append(canvas, words);
  page.cleanup();
  return content.items.some((item) => "str" in item && item.str.trim() !== "");
}

/** Takes the picture and the text away, and gives their memory back. */
export function clearPage(frame: HTMLElement): void {
  for (const canvas of frame.querySelectorAll("canvas")) empty(canvas);
  frame.replaceChildren();
}

/** Safari keeps the pixels of a canvas for as long as it likes, unless it has none. */
function empty(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Takes away what measured the text. */
export const forgetText = (): void => TextLayer.cleanup();
