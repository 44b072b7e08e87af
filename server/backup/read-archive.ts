import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import * as z from "zod/mini";
import {
  archiveFormat,
  BackupError,
  listParts,
  type Manifest,
  manifestHashName,
  manifestName,
  manifestShape,
  type Part,
  type Progress,
} from "./manifest.ts";
import { Check } from "./meter.ts";

export interface Archive {
  manifest: Manifest;
  /** SHA-256 of the manifest. */
  manifestHash: string;
  /** Reads a part. The stream fails if it doesn't match the manifest. */
  read(part: Part): Promise<Readable>;
  close(): void;
}

const damagedError = (file: string) =>
  new BackupError(`${file} is incomplete, damaged, or not a portal archive. Use another archive.`);

/**
 * Opens an archive and reads its manifest. Its entries must match the manifest exactly.
 * @throws BackupError if it is incomplete or changed, or was written by a newer version of the portal
 */
export async function openArchive(file: string): Promise<Archive> {
  if (!existsSync(file)) throw new BackupError(`${file} doesn't exist.`);
  let zip: ZipFile;
  const entries = new Map<string, Entry>();
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw damagedError(file);
      entries.set(entry.fileName, entry);
    }
  } catch {
    throw damagedError(file);
  }
  const open = async (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw damagedError(file);
    return zip.openReadStreamPromise(entry);
  };
  try {
    const text = await buffer(await open(manifestName)).catch(() => Promise.reject(damagedError(file)));
    const manifestHash = createHash("sha256").update(text).digest("hex");
    const stated = await buffer(await open(manifestHashName)).catch(() => Promise.reject(damagedError(file)));
    if (stated.toString() !== `${manifestHash}  ${manifestName}\n`)
      throw new BackupError("The archive was changed or damaged: its manifest doesn't match its hash.");
    const manifest = readManifest(text.toString());
    const expected = new Set([
      manifestName,
      manifestHashName,
      ...listParts(manifest).map(({ name }) => name),
    ]);
    const unexpected = [...entries.keys()].find((name) => !expected.has(name));
    if (unexpected !== undefined)
      throw new BackupError(`The archive was changed: its manifest doesn't list ${unexpected}.`);
    const missing = [...expected].find((name) => !entries.has(name));
    if (missing !== undefined) throw new BackupError(`The archive was changed: ${missing} is missing.`);
    return {
      manifest,
      manifestHash,
      async read(part) {
        const check = new Check(part);
        // A failure of the pipeline is a failure of the returned stream.
        pipeline(await open(part.name), check).catch(() => undefined);
        return check;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * Reads the whole archive.
 * @throws BackupError if a part doesn't match the manifest
 */
export async function checkArchive(archive: Archive, progress: Progress): Promise<void> {
  const parts = listParts(archive.manifest);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const [at, part] of parts.entries()) {
    progress(done / Math.max(1, total), `checking part ${at + 1} of ${parts.length}`);
    try {
      await pipeline(await archive.read(part), new Writable({ write: (_, __, next) => next() }));
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The archive is damaged: ${part.name} can't be read.`, { cause: error });
    }
    done += part.bytes;
  }
}

/** @throws BackupError if it isn't valid, which includes file keys that this program doesn't generate */
function readManifest(text: string): Manifest {
  const content = readJson(text);
  const stated = z.object({ format: z.number() }).safeParse(content);
  if (!stated.success) throw invalidManifest();
  const { format } = stated.data;
  if (format > archiveFormat)
    throw new BackupError(
      `The archive was made by a newer version of the portal (format ${format}). Restore it with that version.`,
    );
  const read = manifestShape.safeParse(content);
  if (!read.success) throw invalidManifest();
  return read.data;
}

const invalidManifest = () => new BackupError("The archive was changed: its manifest isn't valid.");

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidManifest();
  }
}
