import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import * as z from "zod/mini";
import {
  archiveFormat,
  BackupRefused,
  type Manifest,
  manifestHashName,
  manifestName,
  manifestShape,
  type Part,
  type Progress,
  partsOf,
} from "./manifest.ts";
import { Check } from "./meter.ts";

export interface Archive {
  manifest: Manifest;
  /** SHA-256 of the manifest. */
  manifestHash: string;
  /** Reads a part; the stream fails when it is not what the manifest says. */
  read(part: Part): Promise<Readable>;
  close(): void;
}

const damaged = (file: string) =>
  new BackupRefused(`${file} is cut off, damaged or not an archive of this portal; please take another one.`);

/**
 * Opens an archive and reads its manifest. Its entries must be those of the manifest, no more and no fewer.
 * @throws BackupRefused with a sentence when it was cut off or changed, or written by a newer version of the portal
 */
export async function openArchive(file: string): Promise<Archive> {
  if (!existsSync(file)) throw new BackupRefused(`There is no ${file}.`);
  let zip: ZipFile;
  const entries = new Map<string, Entry>();
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw damaged(file);
      entries.set(entry.fileName, entry);
    }
  } catch {
    throw damaged(file);
  }
  const open = async (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw damaged(file);
    return zip.openReadStreamPromise(entry);
  };
  try {
    const text = await buffer(await open(manifestName)).catch(() => Promise.reject(damaged(file)));
    const manifestHash = createHash("sha256").update(text).digest("hex");
    const stated = await buffer(await open(manifestHashName)).catch(() => Promise.reject(damaged(file)));
    if (stated.toString() !== `${manifestHash}  ${manifestName}\n`)
      throw new BackupRefused("The archive was changed or damaged: its manifest does not match its hash.");
    const manifest = readManifest(text.toString());
    const expected = new Set([manifestName, manifestHashName, ...partsOf(manifest).map(({ name }) => name)]);
    const wrong = [...entries.keys()].find((name) => !expected.has(name));
    if (wrong !== undefined)
      throw new BackupRefused(`The archive was changed: its manifest does not name ${wrong}.`);
    const gone = [...expected].find((name) => !entries.has(name));
    if (gone !== undefined) throw new BackupRefused(`The archive was changed: ${gone} is not in it.`);
    return {
      manifest,
      manifestHash,
      async read(part) {
        const check = new Check(part);
        // Its failure is that of the stream.
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

/** Reads all of the archive. @throws BackupRefused when a part is not what the manifest says */
export async function checkArchive(archive: Archive, progress: Progress): Promise<void> {
  const parts = partsOf(archive.manifest);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const [at, part] of parts.entries()) {
    progress(done / Math.max(1, total), `checking part ${at + 1} of ${parts.length}`);
    try {
      await pipeline(await archive.read(part), new Writable({ write: (_, __, next) => next() }));
    } catch (error) {
      if (error instanceof BackupRefused) throw error;
      throw new BackupRefused(`The archive is damaged: ${part.name} cannot be read.`, { cause: error });
    }
    done += part.bytes;
  }
}

function readManifest(text: string): Manifest {
  const content: unknown = JSON.parse(text);
  const { format } = z.object({ format: z.number() }).parse(content);
  if (format > archiveFormat)
    throw new BackupRefused(
      `The archive was made by a newer version of the portal (format ${format}); please restore it with that version.`,
    );
  return manifestShape.parse(content);
}
