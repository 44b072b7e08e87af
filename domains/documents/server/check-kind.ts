import { boundedQueue } from "#server/http/bounded-queue.ts";
import { portal } from "#server/http/sender.ts";
import { type DocumentKind, kindOfName } from "../kinds.ts";
import { checkOffice97 } from "./check-office-97.ts";
import { checkOfficeZip } from "./check-office-zip.ts";
import { checkPdf } from "./check-pdf.ts";
import { bareName } from "./clean-name.ts";
import { type OpenFile, withOpenFile } from "./open-received.ts";
import { refused } from "./refused-content.ts";

/** Unpacking takes CPU and shared threads, so few files are checked at a time; the queue is as long as uploads may be under way. */
const inTurn = boundedQueue({ atOnce: 2, waiting: 100, waitingOfSender: 50 });

/** The kind that a received file has by its extension (DOC-24). @throws AppError wrong_kind */
export function kindBySentName(name: string): DocumentKind {
  const kind = kindOfName(bareName(name));
  if (kind === undefined) throw refused("ending");
  return kind;
}

/** Checks that the file at `path` is of this kind to its last byte (DOC-24). @throws AppError wrong_kind with a sentence */
export const checkKind = (path: string, kind: DocumentKind, sender = portal): Promise<void> =>
  inTurn(sender, () => withOpenFile(path, (file) => checkContent(file, kind)));

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
