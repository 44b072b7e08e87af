import { boundedQueue } from "#server/http/protection/bounded-queue.ts";
import { portalSender } from "#server/http/requests/sender.ts";
import { type DocumentKind, kindFromName } from "../../kinds.ts";
import { baseName } from "../uploads/clean-name.ts";
import { checkOffice97, checkOfficeZip } from "./check-office.ts";
import { contentError, extensionMismatch } from "./content-errors.ts";
import { type OpenFile, readHead, readTail, withOpenFile } from "./open-received-file.ts";

/**
 * A file can be 10 MB, so only a few are read at the same time. The queue is as long as the number of uploads allowed in
 * parallel.
 */
const contentCheckQueue = boundedQueue({ concurrency: 2, maxWaiting: 100, maxWaitingPerSender: 50 });

/** Returns the type of a received file by its extension (DOC-24). @throws AppError unsupported_type */
export function kindFromUploadName(name: string): DocumentKind {
  const kind = kindFromName(baseName(name));
  if (kind === undefined) throw contentError("extension");
  return kind;
}

/**
 * Checks that the whole file at `path` is of this type (DOC-24). @throws AppError unsupported_type with a message
 */
export const checkKind = (path: string, kind: DocumentKind, sender = portalSender): Promise<void> =>
  contentCheckQueue(sender, () => withOpenFile(path, (file) => checkContent(file, kind)));

function checkContent(file: OpenFile, kind: DocumentKind): Promise<void> {
  switch (kind) {
    case "pdf":
      return checkPdf(file);
    case "docx":
    case "xlsx":
      return checkOfficeZip(file, kind);
    case "doc":
    case "xls":
      return checkOffice97(file, kind);
  }
}

/** How many bytes browsers read to guess a file's type. */
const sniffedBytes = 1024;
const trailerSearchBytes = 2048;

/**
 * Checks that a file is a complete PDF that a browser can't mistake for a page. A PDF with a password is accepted.
 * @throws AppError unsupported_type
 */
async function checkPdf(file: OpenFile): Promise<void> {
  const head = (await readHead(file, sniffedBytes)).toString("latin1");
  if (!/^%PDF-[12]\.\d[\s%]/.test(head)) throw extensionMismatch("pdf");
  if (/<(!doctype\s+html|html|script|iframe|svg)[\s>]/i.test(head)) throw contentError("twoKinds");
  if (!(await readTail(file, trailerSearchBytes)).includes("%%EOF")) throw contentError("incomplete");
}
