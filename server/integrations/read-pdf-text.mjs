// Reads the text of PDFs in a separate process. The file is untrusted and might be crafted to run forever or
// to unpack to gigabytes. This is plain JavaScript because Node must be able to load it without a build. See
// pdf-text.ts.
import path from "node:path";
import { fileURLToPath } from "node:url";

const pagesMax = 300;
const lettersMax = 300_000;
// PostgreSQL rejects a tsvector of more than a megabyte.
const bytesMax = 600_000;
const bufferMax = 64 * 1024 * 1024;
const buffersMax = 512 * 1024 * 1024;
const largeBuffer = 1024 * 1024;
const pageBreak = "\f";

// Buffers don't count toward the heap limit, so the unpacked size of a file is counted here.
let buffers = 0;
const unlimited = Uint8Array;
globalThis.Uint8Array = /** @type {Uint8ArrayConstructor} */ (
  new Proxy(unlimited, {
    construct(target, args, newTarget) {
      const [size] = args;
      if (typeof size === "number" && size > largeBuffer) {
        buffers += size;
        if (size > bufferMax || buffers > buffersMax) throw new RangeError("The file unpacks to too much.");
      }
      return Reflect.construct(target, args, newTarget === globalThis.Uint8Array ? target : newTarget);
    },
  })
);
// It would unpack everything in one go. Without it, the library unpacks into the buffers above.
Reflect.deleteProperty(globalThis, "DecompressionStream");
// Only drawing needs these. The library would load a canvas package for them.
for (const name of ["DOMMatrix", "ImageData", "Path2D"]) Reflect.set(globalThis, name, class {});

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
const library = path.join(path.dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json"))), "/");

process.on("message", (/** @type {{ file: Uint8Array }} */ { file }) => {
  buffers = 0;
  read(file).then(
    (text) => process.send?.({ text }),
    (error) => process.send?.({ failure: String(error?.message ?? error) }),
  );
});

/** @param {Uint8Array} file */
async function read(file) {
  const loading = getDocument({
    data: file,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: `${library}cmaps/`,
    standardFontDataUrl: `${library}standard_fonts/`,
    wasmUrl: `${library}wasm/`,
  });
  try {
    const document = await loading.promise;
    let text = "";
    for (let number = 1; number <= Math.min(document.numPages, pagesMax); number += 1) {
      if (text.length >= lettersMax) break;
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!("str" in item)) continue;
        text += item.str.replaceAll(pageBreak, " ");
        if (item.hasEOL) text += "\n";
      }
      text += pageBreak;
      page.cleanup();
    }
    return shortened(text);
  } finally {
    await loading.destroy();
  }
}

/** @param {string} text */
function shortened(text) {
  let stored = text.normalize("NFC").slice(0, lettersMax);
  while (Buffer.byteLength(stored) > bytesMax) stored = stored.slice(0, Math.floor(stored.length * 0.8));
  // The database doesn't accept lone surrogates and control characters. Page breaks stay, so that pages can
  // be counted.
  return stored
    .replace(/[^\P{Cc}\n\t\f]|\p{Cs}/gu, " ")
    .replace(/[ \t]+/g, " ")
    .replace(/[^\S\f]*\n[^\S\f]*/g, "\n")
    .replace(/^[^\S\f]+/, "")
    .trimEnd();
}
