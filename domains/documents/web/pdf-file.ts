import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";

export type Pdf = PDFDocumentProxy;

/** Larger pictures are left out: even a small file may claim any size. */
const pixelsMax = 100_000_000;

/** The address of the worker that parses PDFs. */
const [workerAddress = ""] = Object.values(
  import.meta.glob<string>("../../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs", {
    query: "?url",
    import: "default",
    eager: true,
  }),
);

/** Fonts and character maps that a PDF may refer to without embedding them, served from our own origin. */
const parts: Record<string, string> = {
  ...import.meta.glob<string>("../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}", {
    query: "?url",
    import: "default",
    eager: true,
  }),
  ...import.meta.glob<string>("../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
    query: "?url",
    import: "default",
    eager: true,
  }),
};

class OwnFonts {
  fetch = ({ filename }: { filename: string }) => ownPart(`standard_fonts/${filename}`);
}

class OwnCharacterMaps {
  fetch = async ({ name }: { name: string }) => ({
    cMapData: await ownPart(`cmaps/${name}.bcmap`),
    isCompressed: true,
  });
}

/** @throws Error when there is no such file, or it cannot be loaded */
async function ownPart(file: string): Promise<Uint8Array> {
  const address = parts[`../../../node_modules/pdfjs-dist/${file}`];
  if (address === undefined) throw new Error(`There is no ${file}.`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export interface OpenPdf {
  pdf: Pdf;
  /** The file contains JPEG 2000 pictures, which are not rendered. */
  lacksPictures: boolean;
  /** Ends the worker and frees its memory. */
  close: () => void;
}

/**
 * Opens a PDF in a worker of its own, which may load nothing and run no code but its own. Scripts, forms and links in the
 * file are disabled: its pages are only rendered.
 * @throws PdfRefused when it cannot be shown
 */
export async function openPdf(data: Uint8Array, signal: AbortSignal): Promise<OpenPdf> {
  // The dictionary of a picture is never compressed.
  const lacksPictures = new TextDecoder("latin1").decode(data).includes("/JPXDecode");
  const thread = new Worker(workerAddress, { type: "module" });
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
    StandardFontDataFactory: OwnFonts,
    CMapReaderFactory: OwnCharacterMaps,
    maxImageSize: pixelsMax,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    void task.destroy().catch(() => undefined);
    worker.destroy();
    thread.terminate();
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    const pdf = await Promise.race([task.promise, failureOf(thread), endOf(signal)]);
    return { pdf, lacksPictures, close };
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw new PdfRefused(
      error instanceof Error && error.name === "PasswordException" ? "password" : "broken",
      error,
    );
  }
}

/** Why a PDF cannot be shown here. */
export class PdfRefused extends Error {
  readonly why: "password" | "broken";
  constructor(why: "password" | "broken", cause: unknown) {
    super(`The PDF cannot be shown: ${why}.`, { cause });
    this.why = why;
  }
}

const failureOf = (thread: Worker) =>
  new Promise<never>((_, reject) => {
    thread.addEventListener("error", () => reject(new Error("The thread of the PDF failed.")), {
      once: true,
    });
  });

const endOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The page was left.")), { once: true });
  });
