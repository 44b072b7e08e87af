import { contentError, extensionMismatch } from "./content-errors.ts";
import { type OpenFile, readHead } from "./open-received-file.ts";

/** How many bytes browsers read to guess a file's type. */
const sniffedBytes = 1024;
/** How many bytes are searched for the PDF header. Printer drivers write their own commands before it. */
const headerSearchBytes = 8192;
const trailerSearchBytes = 2048;
const chunkBytes = 64 * 1024;
const endMarker = "%%EOF";

/** A byte order mark, blanks, zeros, an end-of-file character, and the commands of a printer language. */
const padding = String.raw`(?:\xef\xbb\xbf|[\s\0\x1a]|\x1b%-12345X|@PJL[^\r\n]*)*`;
const leadingPadding = new RegExp(`^${padding}`);
const paddingBytes = new Set(Buffer.from("\0\t\n\f\r\x1a "));
const onlyPadding = new RegExp(`^${padding}$`);

/**
 * Checks that a file is a complete PDF that a browser can't mistake for a web page. Returns its range without
 * the padding that every PDF reader skips (DOC-27). A PDF with a password is accepted. Blanks after the end
 * are kept because a digital signature can cover them.
 * @throws AppError unsupported_type
 */
export async function findPdf(file: OpenFile): Promise<{ start: number; end: number }> {
  const head = (await readHead(file, headerSearchBytes)).toString("latin1");
  const start = leadingPadding.exec(head)?.[0].length ?? 0;
  const startOfPdf = head.slice(start, start + sniffedBytes);
  if (!/^%PDF-[12]\.\d[\s%]/.test(startOfPdf))
    throw head.indexOf("%PDF-") > start ? contentError("leadingData") : extensionMismatch("pdf");
  if (/<(!doctype\s+html|html|script|iframe|svg)[\s>]/i.test(startOfPdf)) throw contentError("mixedFormats");
  return { start, end: await findEnd(file) };
}

/** Returns where a PDF ends, or the end of the file if something other than padding follows. */
async function findEnd(file: OpenFile): Promise<number> {
  const contentEnd = await findEndOfContent(file);
  const tailStart = Math.max(0, contentEnd - trailerSearchBytes);
  const tail = (await file.read(tailStart, contentEnd - tailStart)).toString("latin1");
  const marker = tail.lastIndexOf(endMarker);
  if (marker === -1) throw contentError("incomplete");
  const rest = await file.read(contentEnd, Math.min(sniffedBytes, file.bytes - contentEnd));
  const after = tail.slice(marker + endMarker.length) + rest.toString("latin1");
  if (!onlyPadding.test(after) || !/[^\s]/.test(after)) return file.bytes;
  const lineEnd = /^\r?\n?/.exec(after)?.[0].length ?? 0;
  return tailStart + marker + endMarker.length + lineEnd;
}

/** Returns the offset after the last byte that isn't a blank, a zero, or an end-of-file character. */
async function findEndOfContent(file: OpenFile): Promise<number> {
  for (let end = file.bytes; end > 0; end -= chunkBytes) {
    const start = Math.max(0, end - chunkBytes);
    const lastContentByte = (await file.read(start, end - start)).findLastIndex(
      (byte) => !paddingBytes.has(byte),
    );
    if (lastContentByte !== -1) return start + lastContentByte + 1;
  }
  return 0;
}
