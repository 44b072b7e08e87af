import type { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { AppError } from "#shared/errors.ts";
import type { FileStore } from "../integrations/files/file-store.ts";
import type { ArchivePart } from "./manifest.ts";
import { MeasuringStream } from "./measuring-streams.ts";

/** Writes a ZIP entry by entry. */
export interface ZipWriter {
  /** Adds an entry and resolves when all of its content has been read. Rejects if the output fails. */
  add(
    name: string,
    content: Readable | Buffer,
    options: { compress: boolean },
  ): Promise<{ part: ArchivePart; lines: number }>;
  /** Completes the ZIP and the output. */
  end(): Promise<void>;
}

/** Opens a ZIP that is streamed to `output`. */
export function openZip(output: Writable): ZipWriter {
  const zip = new ZipFile();
  const outputDone = pipeline(zip.outputStream, output);
  // A failure of the output also rejects the pending `add`.
  outputDone.catch(() => undefined);
  return {
    async add(name, content, { compress }) {
      const meter = new MeasuringStream();
      zip.addReadStream(meter, name, { compress });
      // A file added as a stream would stay in memory until the archive is complete.
      const writing = Buffer.isBuffer(content) ? meter.end(content) : pipeline(content, meter);
      try {
        await Promise.race([Promise.all([writing, finished(meter)]), outputDone]);
      } catch (error) {
        if (!Buffer.isBuffer(content)) content.destroy();
        throw error;
      }
      return { part: meter.describePart(name), lines: meter.lines };
    },
    async end() {
      zip.end();
      await outputDone;
    },
  };
}

const maxFileAttempts = 3;

/** Returns null if the file doesn't exist. Retries if the connection to the storage is lost. */
export async function readWholeFile(files: FileStore, key: string): Promise<Buffer | null> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await buffer((await files.read(key)).stream);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return null;
      if (attempts === maxFileAttempts) throw error;
    }
  }
}
