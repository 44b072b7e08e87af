import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import * as z from "zod/mini";
import {
  type ArchivePart,
  archiveFormat,
  BackupError,
  listParts,
  type Manifest,
  manifestHashName,
  manifestName,
  manifestShape,
  type OnProgress,
} from "./manifest.ts";
import { VerifyingStream } from "./measuring-streams.ts";

export interface Archive {
  manifest: Manifest;
  /** SHA-256 of the manifest. */
  manifestHash: string;
  /** Reads a part. The stream fails if it doesn't match the manifest. */
  read(part: ArchivePart): Promise<Readable>;
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
  const openEntry = async (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw damagedError(file);
    return zip.openReadStreamPromise(entry);
  };
  try {
    const manifestContent = await buffer(await openEntry(manifestName)).catch(() =>
      Promise.reject(damagedError(file)),
    );
    const manifestHash = createHash("sha256").update(manifestContent).digest("hex");
    const statedHash = await buffer(await openEntry(manifestHashName)).catch(() =>
      Promise.reject(damagedError(file)),
    );
    if (statedHash.toString() !== `${manifestHash}  ${manifestName}\n`)
      throw new BackupError("The archive was changed or damaged: its manifest doesn't match its hash.");
    const manifest = readManifest(manifestContent.toString());
    const expectedNames = new Set([
      manifestName,
      manifestHashName,
      ...listParts(manifest).map(({ name }) => name),
    ]);
    const unexpectedName = [...entries.keys()].find((name) => !expectedNames.has(name));
    if (unexpectedName !== undefined)
      throw new BackupError(`The archive was changed: its manifest doesn't list ${unexpectedName}.`);
    const missingName = [...expectedNames].find((name) => !entries.has(name));
    if (missingName !== undefined)
      throw new BackupError(`The archive was changed: ${missingName} is missing.`);
    return {
      manifest,
      manifestHash,
      async read(part) {
        const verifyingStream = new VerifyingStream(part);
        // A failure of the pipeline is a failure of the returned stream.
        pipeline(await openEntry(part.name), verifyingStream).catch(() => undefined);
        return verifyingStream;
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
export async function checkArchive(archive: Archive, onProgress: OnProgress): Promise<void> {
  const parts = listParts(archive.manifest);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let checkedBytes = 0;
  for (const [index, part] of parts.entries()) {
    onProgress(checkedBytes / Math.max(1, total), `checking part ${index + 1} of ${parts.length}`);
    try {
      await pipeline(await archive.read(part), new Writable({ write: (_, __, next) => next() }));
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The archive is damaged: ${part.name} can't be read.`, { cause: error });
    }
    checkedBytes += part.bytes;
  }
}

/** @throws BackupError if it isn't valid, which includes file keys that this program doesn't generate */
function readManifest(text: string): Manifest {
  const content = readJson(text);
  const version = z.object({ format: z.number() }).safeParse(content);
  if (!version.success) throw invalidManifest();
  const { format } = version.data;
  if (format > archiveFormat)
    throw new BackupError(
      `The archive was made by a newer version of the portal (format ${format}). Restore it with that version.`,
    );
  const parsed = manifestShape.safeParse(content);
  if (!parsed.success) throw invalidManifest();
  return parsed.data;
}

const invalidManifest = () => new BackupError("The archive was changed: its manifest isn't valid.");

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidManifest();
  }
}
