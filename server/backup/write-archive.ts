import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import type pg from "pg";
import { ZipFile } from "yazl";
import { AppError } from "#shared/errors.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { portalVersion } from "../instance-name.ts";
import { syncFolder } from "../integrations/disk-store.ts";
import { type FileStore, ownFileMode } from "../integrations/file-store.ts";
import { copyTables, listReferencedFiles } from "./copy-tables.ts";
import {
  archiveFormat,
  BackupError,
  filePrefix,
  type Manifest,
  manifestHashName,
  manifestName,
  type Part,
  type Progress,
} from "./manifest.ts";
import { Meter } from "./meter.ts";

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
 * The files known at the start are copied first and those added since are copied last. This keeps the
 * transaction short, and a file deleted during the backup is still in the archive. Each file is read into
 * memory, and everything else is streamed.
 *
 * @throws BackupError if the file already exists
 */
export async function writeArchive(
  pool: pg.Pool,
  files: FileStore,
  { file, progress = () => undefined }: { file: string; progress?: Progress },
): Promise<WrittenArchive> {
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  const draft = `${file}.${process.pid}.partial`;
  const client = await pool.connect();
  try {
    const written = await write(client, files, { draft, progress });
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return { file, ...written };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    // An unfinished COPY keeps the connection busy.
    client.release(true);
  }
}

async function write(
  client: pg.ClientBase,
  files: FileStore,
  { draft, progress }: { draft: string; progress: Progress },
): Promise<Omit<WrittenArchive, "file">> {
  const zip = new ZipFile();
  const output = createWriteStream(draft, { flags: "wx", mode: ownFileMode, flush: true });
  const written = pipeline(zip.outputStream, output);
  // A failure of the output also rejects the pending `add`.
  written.catch(() => undefined);

  const add = async (name: string, content: Readable | Buffer, compress: boolean) => {
    const meter = new Meter();
    zip.addReadStream(meter, name, { compress });
    // A file added as a stream would stay in memory until the archive is complete.
    const writing = Buffer.isBuffer(content) ? meter.end(content) : pipeline(content, meter);
    try {
      await Promise.race([Promise.all([writing, finished(meter)]), written]);
    } catch (error) {
      if (!Buffer.isBuffer(content)) content.destroy();
      throw error;
    }
    return { part: meter.part(name), lines: meter.lines };
  };

  const copied = new Map<string, Part | null>();
  const copyFiles = async (keys: string[], from: number, to: number) => {
    let done = 0;
    for (const key of keys) {
      progress(from + ((to - from) * done) / keys.length, `file ${++done} of ${keys.length}`);
      if (copied.has(key)) continue;
      const content = await readFile(files, key);
      const added = content === null ? null : await add(`${filePrefix}${key}`, content, false);
      copied.set(key, added === null ? null : added.part);
    }
  };

  await copyFiles(await listReferencedFiles(client), 0, 1 - shareOfTables);
  const { named, ...tables } = await copyTables(client, {
    add: (name, content) => add(name, content, true),
    progress: (share, step) => progress(1 - shareOfTables + share * shareOfTables, step),
  });
  await copyFiles(named, 1, 1);

  const manifest: Manifest = {
    format: archiveFormat,
    madeAt: new Date().toISOString(),
    portalVersion,
    ...tables,
    files: [...copied.values()].filter((part) => part !== null),
    missingFiles: named.filter((key) => copied.get(key) === null),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const manifestHash = createHash("sha256").update(text).digest("hex");
  zip.addBuffer(text, manifestName);
  zip.addBuffer(Buffer.from(`${manifestHash}  ${manifestName}\n`), manifestHashName);
  zip.end();
  await written;
  progress(1, formatBytes(output.bytesWritten));
  return { bytes: output.bytesWritten, manifestHash, manifest };
}

const fileAttemptsMax = 3;

/** Returns null if the file doesn't exist. Retries if the connection to the storage is lost. */
async function readFile(files: FileStore, key: string): Promise<Buffer | null> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await buffer((await files.read(key)).stream);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return null;
      if (attempts === fileAttemptsMax) throw error;
    }
  }
}
