// Reads the text of PDFs on a thread of its own: what is in the file is a stranger's, and may be made to take for ever or to
// swell. It is a plain script, since a thread begins with a file that Node reads by itself. See pdf-text.ts.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";

const pagesMax = 300;
const lettersMax = 300_000;
// A word list of more than a megabyte is none for the database.
const bytesMax = 600_000;
const bufferMax = 64 * 1024 * 1024;
const buffersMax = 512 * 1024 * 1024;
const largeBuffer = 1024 * 1024;

// What a file is unpacked into lies outside of what limits a thread's memory, so it is counted here.
let buffers = 0;
const unlimited = Uint8Array;
globalThis.Uint8Array = /** @type {Uint8ArrayConstructor} */ (
  new Proxy(unlimited, {
    construct(target, args, newTarget) {
      const [size] = args;
      if (typeof size === "number" && size > largeBuffer) {
        buffers += size;
        if (size > bufferMax || buffers > buffersMax) throw new RangeError("The file swells too much.");
      }
      return Reflect.construct(target, args, newTarget === globalThis.Uint8Array ? target : newTarget);
    },
  })
);
// Unpacks at once whatever is in there; without it the library unpacks into the buffers above.
Reflect.deleteProperty(globalThis, "DecompressionStream");
// Only drawing needs these, which the library would load a drawing program for.
for (const name of ["DOMMatrix", "ImageData", "Path2D"]) Reflect.set(globalThis, name, class {});

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
const library = path.join(path.dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json"))), "/");

parentPort?.on("message", (/** @type {{ file: Uint8Array }} */ { file }) => {
  buffers = 0;
  read(file).then(
    (text) => parentPort?.postMessage({ text }),
    (error) => parentPort?.postMessage({ failure: String(error?.message ?? error) }),
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
      for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      text += "\n";
      page.cleanup();
    }
    return shortened(text);
  } finally {
    await loading.destroy();
  }
}

/** @param {string} text */
function shortened(text) {
  let kept = text.normalize("NFC").slice(0, lettersMax);
  while (Buffer.byteLength(kept) > bytesMax) kept = kept.slice(0, Math.floor(kept.length * 0.8));
  // Halves of characters and control characters are none the database takes.
  return kept
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, " ")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}
