import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";

import { findGaps, type Gaps, hasUndrawnImages, maxImagePixels } from "./find-gaps.ts";

export type Pdf = PDFDocumentProxy;

/** Larger images are reduced to this size before they are drawn, which takes four bytes per pixel. */
const maxDrawnImagePixels = 32_000_000;

/** The URL of the worker that parses PDFs. */
const [workerUrl = ""] = Object.values(
  import.meta.glob<string>("../../../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs", {
    query: "?url",
    import: "default",
    eager: true,
  }),
);

/**
 * Fonts and character maps a PDF can refer to without embedding them, served from the portal's own origin.
 */
const bundledFiles: Record<string, string> = {
  ...import.meta.glob<string>("../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}", {
    query: "?url",
    import: "default",
    eager: true,
  }),
  ...import.meta.glob<string>("../../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
    query: "?url",
    import: "default",
    eager: true,
  }),
};

class BundledFonts {
  fetch = ({ filename }: { filename: string }) => fetchBundledFile(`standard_fonts/${filename}`);
}

class BundledCharacterMaps {
  fetch = async ({ name }: { name: string }) => ({
    cMapData: await fetchBundledFile(`cmaps/${name}.bcmap`),
    isCompressed: true,
  });
}

/** @throws Error when the file doesn't exist or can't be loaded */
async function fetchBundledFile(file: string): Promise<Uint8Array> {
  const url = bundledFiles[`../../../../node_modules/pdfjs-dist/${file}`];
  if (url === undefined) throw new Error(`Missing PDF resource: ${file}.`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export interface OpenPdf {
  pdf: Pdf;
  /** The parts of the file that the preview leaves out. */
  gaps: Gaps;
  /** Terminates the worker and frees its memory. */
  close: () => void;
}

/**
 * Opens a PDF in its own worker, which can't load anything or run code from the file. Scripts, forms, and
 * links in the file are disabled. Its pages are only rendered.
 * @throws PdfError when it can't be displayed
 */
export async function openPdf(data: Uint8Array, signal: AbortSignal): Promise<OpenPdf> {
  // Opening the file moves its data to the worker.
  const hasImages = hasUndrawnImages(data);
  const thread = new Worker(workerUrl, { type: "module" });
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    // Renders the same fonts on every device.
    useSystemFonts: false,
    useWorkerFetch: false,
    StandardFontDataFactory: BundledFonts,
    CMapReaderFactory: BundledCharacterMaps,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: 4 * maxDrawnImagePixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    void task.destroy().catch(() => undefined);
    worker.destroy();
    thread.terminate();
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    const pdf = await Promise.race([task.promise, rejectOnWorkerError(thread), rejectOnAbort(signal)]);
    return { pdf, gaps: await findGaps(pdf, hasImages), close };
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw new PdfError(
      error instanceof Error && error.name === "PasswordException" ? "password" : "broken",
      error,
    );
  }
}

/** Why a PDF can't be displayed here. */
export class PdfError extends Error {
  readonly reason: "password" | "broken";
  constructor(reason: "password" | "broken", cause: unknown) {
    super(`The PDF can't be displayed: ${reason}.`, { cause });
    this.reason = reason;
  }
}

const rejectOnWorkerError = (thread: Worker) =>
  new Promise<never>((_, reject) => {
    thread.addEventListener("error", () => reject(new Error("The PDF worker failed.")), {
      once: true,
    });
  });

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The user left the page.")), { once: true });
  });
