// Reads the text of PDFs, Word documents, and Excel workbooks in a separate process. The file is untrusted and might be crafted to run forever or
// to unpack to gigabytes. This is plain JavaScript because Node must be able to load it without a build. See
// pdf-text.ts.
import path from "node:path";
import { fileURLToPath } from "node:url";

const maxPages = 300;
const maxLetters = 300_000;
// PostgreSQL rejects a tsvector of more than a megabyte.
const maxBytes = 600_000;
const maxBufferBytes = 64 * 1024 * 1024;
const maxTotalBufferBytes = 512 * 1024 * 1024;
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
        if (size > maxBufferBytes || buffers > maxTotalBufferBytes)
          throw new RangeError("The file is too large when unpacked.");
      }
      return Reflect.construct(target, args, newTarget === globalThis.Uint8Array ? target : newTarget);
    },
  })
);
// DecompressionStream would unpack everything in one go. Without it, the library uses the buffers above.
Reflect.deleteProperty(globalThis, "DecompressionStream");
// Only drawing needs these. The library would load a canvas package for them.
for (const name of ["DOMMatrix", "ImageData", "Path2D"]) Reflect.set(globalThis, name, class {});

const { readOfficeText } = await import("./read-office-text.mjs");
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
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  return shortened(isZip ? await readOfficeText(file, maxLetters) : await readPdfText(file));
}

/** @param {Uint8Array} file */
async function readPdfText(file) {
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
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
      if (text.length >= maxLetters) break;
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!("str" in item)) continue;
        text += item.str.replaceAll(pageBreak, " ");
        if (item.hasEOL) text += "\n";
      }
      for (const lines of drawnNotes(await page.getAnnotations({ intent: "display" })))
        text += `\n${lines.join("\n").replaceAll(pageBreak, " ")}`;
      text += pageBreak;
      page.cleanup();
    }
    return joinHyphenated(text);
  } finally {
    await loading.destroy();
  }
}

/**
 * Returns the lines of each filled-in form field and each note typed on a page. They are drawn, but they
 * aren't part of the page's text. The preview marks the same lines (`add-notes.ts`).
 * @param {any[]} annotations
 * @returns {string[][]}
 */
function drawnNotes(annotations) {
  return annotations.flatMap(({ subtype, password, textContent, fieldValue, contentsObj }) => {
    if ((subtype !== "Widget" && subtype !== "FreeText") || password) return [];
    const value = subtype === "Widget" ? fieldValue : contentsObj?.str;
    return [textContent ?? (typeof value === "string" ? [value] : [])];
  });
}

/**
 * Joins words that are hyphenated at the end of a line. The hyphen stays if the text has the word with it
 * elsewhere, such as “move-in.”
 * @param {string} text
 */
function joinHyphenated(text) {
  const compounds = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+-[\p{L}\p{N}]+/gu));
  return text
    .replace(/\u00ad[^\S\f]*/g, "")
    .replace(/([\p{L}\p{M}]+)[-\u2010][ \t]*\n[ \t]*(\p{Ll}[\p{L}\p{M}]*)/gu, (_, start, end) =>
      compounds.has(`${start}-${end}`.toLowerCase()) ? `${start}-${end}` : `${start}${end}`,
    );
}

/** @param {string} text */
function shortened(text) {
  let stored = text.normalize("NFC").slice(0, maxLetters);
  while (Buffer.byteLength(stored) > maxBytes) stored = stored.slice(0, Math.floor(stored.length * 0.8));
  // The database doesn't accept lone surrogates and control characters. Page breaks stay, so that pages can
  // be counted.
  return stored
    .replace(/[^\P{Cc}\n\t\f]|\p{Cs}/gu, " ")
    .replace(/[ \t]+/g, " ")
    .replace(/[^\S\f]*\n[^\S\f]*/g, "\n")
    .replace(/^[^\S\f]+/, "")
    .trimEnd();
}
