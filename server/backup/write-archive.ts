import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { formatBytes } from "#shared/format/bytes.ts";
import { portalVersion } from "../instance-name.ts";
import { syncFolder } from "../integrations/files/disk-store.ts";
import { type FileStore, ownFileMode } from "../integrations/files/file-store.ts";
import { copyTables, listReferencedFiles } from "./copy-tables.ts";
import {
  type ArchivePart,
  archiveFormat,
  BackupError,
  filePrefix,
  type Manifest,
  manifestHashName,
  manifestName,
  type OnProgress,
} from "./manifest.ts";
import { openZip, readWholeFile } from "./zip-writer.ts";

export interface WrittenArchive {
  file: string;
  bytes: number;
  /** SHA-256 of the manifest, which contains the hashes of all parts. */
  manifestHash: string;
  manifest: Manifest;
}

/** The tables' share of the progress bar. The size of the files isn't known in advance. */
const shareOfTables = 0.3;

/**
 * Writes the whole portal into one ZIP: every table, in one snapshot of the database, and every file the
 * snapshot refers to. The portal can keep running. The archive gets its name only when it is complete and
 * synced.
 *
 * Files that exist at the start are copied first, and files added since are copied last. This keeps the
 * transaction short, and a file deleted during the backup is still in the archive. Each file is read into
 * memory. Everything else is streamed.
 *
 * @throws BackupError if the file already exists
 */
export async function writeArchive(
  pool: pg.Pool,
  files: FileStore,
  { file, onProgress = () => undefined }: { file: string; onProgress?: OnProgress },
): Promise<WrittenArchive> {
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  const partialFile = `${file}.${process.pid}.partial`;
  const client = await pool.connect();
  try {
    const writtenArchive = await write(client, files, { partialFile, onProgress });
    await rename(partialFile, file);
    await syncFolder(path.dirname(file));
    return { file, ...writtenArchive };
  } catch (error) {
    await rm(partialFile, { force: true });
    throw error;
  } finally {
    // An unfinished COPY keeps the connection busy.
    client.release(true);
  }
}

async function write(
  client: pg.ClientBase,
  files: FileStore,
  { partialFile, onProgress }: { partialFile: string; onProgress: OnProgress },
): Promise<Omit<WrittenArchive, "file">> {
  const output = createWriteStream(partialFile, { flags: "wx", mode: ownFileMode, flush: true });
  const zip = openZip(output);

  const partsByKey = new Map<string, ArchivePart | null>();
  const copyFiles = async (keys: string[], startShare: number, endShare: number) => {
    let doneCount = 0;
    for (const key of keys) {
      onProgress(
        startShare + ((endShare - startShare) * doneCount) / keys.length,
        `file ${++doneCount} of ${keys.length}`,
      );
      if (partsByKey.has(key)) continue;
      const content = await readWholeFile(files, key);
      const addedPart =
        content === null ? null : await zip.add(`${filePrefix}${key}`, content, { compress: false });
      partsByKey.set(key, addedPart === null ? null : addedPart.part);
    }
  };

  await copyFiles(await listReferencedFiles(client), 0, 1 - shareOfTables);
  const { fileKeys, ...tables } = await copyTables(client, {
    addPart: (name, content) => zip.add(name, content, { compress: true }),
    onProgress: (share, step) => onProgress(1 - shareOfTables + share * shareOfTables, step),
  });
  await copyFiles(fileKeys, 1, 1);

  const manifest: Manifest = {
    format: archiveFormat,
    madeAt: new Date().toISOString(),
    portalVersion,
    ...tables,
    files: [...partsByKey.values()].filter((part) => part !== null),
    missingFiles: fileKeys.filter((key) => partsByKey.get(key) === null),
  };
  const manifestContent = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const manifestHash = createHash("sha256").update(manifestContent).digest("hex");
  await zip.add(manifestName, manifestContent, { compress: true });
  await zip.add(manifestHashName, Buffer.from(`${manifestHash}  ${manifestName}\n`), { compress: true });
  await zip.end();
  onProgress(1, formatBytes(output.bytesWritten));
  return { bytes: output.bytesWritten, manifestHash, manifest };
}
