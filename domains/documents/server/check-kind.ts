import { boundedQueue } from "#server/http/bounded-queue.ts";
import type { ReceivedFile } from "#server/http/read-form.ts";
import { type DocumentKind, kindOfName } from "../kinds.ts";
import { checkOffice97 } from "./check-office-97.ts";
import { checkOfficeZip } from "./check-office-zip.ts";
import { checkPdf } from "./check-pdf.ts";
import { bareName } from "./clean-name.ts";
import { type OpenFile, withOpenFile } from "./open-received.ts";
import { refused } from "./refused-content.ts";

/** Unpacking takes CPU and shared threads, so few files are checked at a time; the queue is as long as uploads may be under way. */
const inTurn = boundedQueue(2, 100);

/**
 * The kind of a received file, by its extension and its contents (DOC-24).
 * @throws AppError wrong_kind with a sentence
 */
export async function checkKind({ path, name }: Pick<ReceivedFile, "path" | "name">): Promise<DocumentKind> {
  const kind = kindOfName(bareName(name));
  if (kind === undefined) throw refused("ending");
  await inTurn(() => withOpenFile(path, (file) => checkContent(file, kind)));
  return kind;
}

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
