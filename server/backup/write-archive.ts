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
import { syncFolder } from "../integrations/disk-store.ts";
import { type FileStore, ownFileMode } from "../integrations/file-store.ts";
import { portalVersion } from "../this-instance.ts";
import { copyTables, namedFiles } from "./copy-tables.ts";
import {
  archiveFormat,
  BackupRefused,
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
  /** SHA-256 of the manifest, in which the hashes of all parts are. */
  manifestHash: string;
  manifest: Manifest;
}

/** Adds an entry to the archive and resolves when all of it was read. */
export type AddPart = (name: string, content: Readable) => Promise<{ part: Part; lines: number }>;

/** How much of the bar is for the tables: how much there is in files is not known beforehand. */
const shareOfTables = 0.3;

/**
 * Writes the whole portal into one ZIP: every table as one snapshot of the database shows it, and every file that the snapshot
 * names. The portal may be running. The archive has its name only once it is complete and synced.
 *
 * The files named at the beginning are copied first and those added meanwhile last, so that the transaction is short, and a
 * file that is deleted in the meantime is still in the archive. Each file is read whole; all else is streamed.
 *
 * @throws BackupRefused when there is a file of that name
 */
export async function writeArchive(
  pool: pg.Pool,
  files: FileStore,
  { file, progress = () => undefined }: { file: string; progress?: Progress },
): Promise<WrittenArchive> {
  if (existsSync(file)) throw new BackupRefused(`${file} exists already; please choose another name.`);
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
    // A COPY that was left early keeps the connection busy.
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
  // Its failure is that of whatever is being added.
  written.catch(() => undefined);

  const add = async (name: string, content: Readable | Buffer, compress: boolean) => {
    const meter = new Meter();
    zip.addReadStream(meter, name, { compress });
    // As a stream, a file would stay in memory until the archive is complete.
    const given = Buffer.isBuffer(content) ? meter.end(content) : pipeline(content, meter);
    try {
      await Promise.race([Promise.all([given, finished(meter)]), written]);
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

  await copyFiles(await namedFiles(client), 0, 1 - shareOfTables);
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

const triesOfFile = 3;

/** Null when there is no such file. A connection to the storage that is lost meanwhile is tried again. */
async function readFile(files: FileStore, key: string): Promise<Buffer | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await buffer((await files.read(key)).stream);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return null;
      if (tries === triesOfFile) throw error;
    }
  }
}
