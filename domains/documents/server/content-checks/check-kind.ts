import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { boundedQueue } from "#server/http/protection/bounded-queue.ts";
import { portalSender } from "#server/http/requests/sender.ts";
import { type LocalFile, ownFileMode } from "#server/integrations/files/file-store.ts";
import { type DocumentKind, kindFromName } from "../../kinds.ts";
import { baseName } from "../uploads/clean-name.ts";
import { checkOffice97, checkOfficeZip } from "./check-office.ts";
import { contentError } from "./content-errors.ts";
import { findPdf } from "./find-pdf.ts";
import { type OpenFile, withOpenFile } from "./open-received-file.ts";

/**
 * A file can be 10 MB, so only a few are read at the same time. The queue is as long as the number of uploads
 * allowed in parallel.
 */
const contentCheckQueue = boundedQueue({ concurrency: 2, maxWaiting: 100, maxWaitingPerSender: 50 });

/** Returns the type of a received file by its extension (DOC-24). @throws AppError unsupported_type */
export function kindFromUploadName(name: string): DocumentKind {
  const kind = kindFromName(baseName(name));
  if (kind === undefined) throw contentError("extension");
  return kind;
}

/**
 * Checks the whole contents of a received file against its type (DOC-24) and returns the file to store.
 * Padding around a PDF is removed (DOC-27). @throws AppError unsupported_type with a message
 */
export const checkKind = (file: LocalFile, kind: DocumentKind, sender = portalSender): Promise<LocalFile> =>
  contentCheckQueue(sender, async () => {
    const content = await withOpenFile(file.path, async (openFile) => {
      if (kind === "pdf") return readUnpaddedPdf(openFile);
      if (kind === "docx" || kind === "xlsx") await checkOfficeZip(openFile, kind);
      else await checkOffice97(openFile, kind);
      return null;
    });
    if (content === null) return file;
    await writeFile(file.path, content, { flush: true, mode: ownFileMode });
    return {
      path: file.path,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest(),
    };
  });

/** Returns the contents of a PDF without its padding, or null if it has none. */
async function readUnpaddedPdf(file: OpenFile): Promise<Buffer | null> {
  const { start, end } = await findPdf(file);
  return start === 0 && end === file.bytes ? null : file.read(start, end - start);
}
