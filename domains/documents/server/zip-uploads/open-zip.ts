import { rm } from "node:fs/promises";
import path from "node:path";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { type ReceivedFile, writeToDisk } from "#server/http/requests/read-form.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { findFileError } from "../../check-file.ts";
import { maxZipFiles } from "../../zip-contract.ts";
import { contentError } from "../content-checks/content-errors.ts";

/** More entries than files, for folders and the hidden files of operating systems. */
const maxEntries = 5000;
const maxUnpackedBytes = 1024 * 1024 * 1024;

const messages = {
  damaged: "This file isn't a ZIP, or it's damaged. Create the ZIP again and upload the new copy.",
  empty: "This ZIP has no files. Add the documents and try again.",
  tooMany: `A ZIP can have up to ${maxZipFiles} files. Split it into smaller ones.`,
  tooLargeUnpacked: "This ZIP is too large when unpacked. Split it into smaller ones.",
  unsafePath: "This file's path leads outside the ZIP. Create the ZIP again from a folder.",
};

/** A file of an open ZIP. */
export interface ZipEntry {
  index: number;
  path: string;
  bytes: number;
  /** Why it can't become a document, as far as the ZIP's directory shows. */
  error: string | null;
  /** Unpacks the file for `run` and removes it afterwards. @throws AppError unsupported_type if damaged */
  unpack<T>(store: FileStore, run: (file: ReceivedFile) => Promise<T>): Promise<T>;
}

/**
 * Runs `run` on the files of the ZIP, without folders and hidden files. Only the ZIP's directory is read, and files
 * one at a time.
 * @throws AppError unsupported_type or invalid if the ZIP is damaged, too large, or empty
 */
export async function withZip<T>(zipPath: string, run: (entries: ZipEntry[]) => Promise<T>): Promise<T> {
  // The library would reject the whole ZIP for one bad path, so names are decoded here.
  const zip = await openPromise(zipPath, { autoClose: false, decodeStrings: false }).catch(() => {
    throw new AppError("unsupported_type", messages.damaged);
  });
  try {
    return await run(await readEntries(zip));
  } finally {
    zip.close();
  }
}

async function readEntries(zip: ZipFile): Promise<ZipEntry[]> {
  if (zip.entryCount > maxEntries) throw invalid({ file: messages.tooMany });
  const entries: ZipEntry[] = [];
  const firstPaths = new Map<string, string>();
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const entryPath = decodePath(entry);
      if (isIgnored(entryPath)) continue;
      if (entries.length === maxZipFiles) throw invalid({ file: messages.tooMany });
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > maxUnpackedBytes) throw invalid({ file: messages.tooLargeUnpacked });
      const contents = `${entry.crc32} ${entry.uncompressedSize}`;
      const error = findError(entry, entryPath, firstPaths.get(contents));
      if (error === null) firstPaths.set(contents, entryPath);
      entries.push({
        index: entries.length,
        path: entryPath,
        bytes: entry.uncompressedSize,
        error,
        unpack: (store, run) => unpackEntry(zip, entry, { name: path.posix.basename(entryPath), store, run }),
      });
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("unsupported_type", messages.damaged);
  }
  if (entries.length === 0) throw invalid({ file: messages.empty });
  return entries;
}

const decodePath = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);

/** Folders, and files that macOS and Windows add. */
const isIgnored = (entryPath: string): boolean =>
  entryPath.endsWith("/") || /(^|\/)(__MACOSX\/|\.[^./]|(thumbs\.db|desktop\.ini)$)/i.test(entryPath);

function findError(entry: Entry, entryPath: string, samePath: string | undefined): string | null {
  if (validateFileName(entryPath) !== null) return messages.unsafePath;
  if (entry.isEncrypted()) return contentError("password").message;
  const error = findFileError({ name: entryPath, size: entry.uncompressedSize });
  if (error !== undefined) return error;
  return samePath === undefined ? null : `This is the same file as ${samePath}.`;
}

async function unpackEntry<T>(
  zip: ZipFile,
  entry: Entry,
  { name, store, run }: { name: string; store: FileStore; run: (file: ReceivedFile) => Promise<T> },
): Promise<T> {
  const filePath = store.createReceivePath();
  try {
    const sha256 = await zip
      .openReadStreamPromise(entry)
      // The stream fails if the file is longer than the directory says.
      .then((stream) => writeToDisk(stream, filePath))
      .catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOSPC" ? error : contentError("damaged");
      });
    return await run({ path: filePath, bytes: entry.uncompressedSize, sha256, name });
  } finally {
    await rm(filePath, { force: true });
  }
}
