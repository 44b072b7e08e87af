import { open } from "node:fs/promises";
import { contentError } from "./content-errors.ts";

/** A received file that allows reading any range. Only the requested range is held in memory. */
export interface OpenFile {
  fd: number;
  bytes: number;
  /** Reads exactly `length` bytes. @throws AppError unsupported_type when the file is too short */
  read(offset: number, length: number): Promise<Buffer>;
}

/** Runs `run` on the file at `path` and closes the file afterward. */
export async function withOpenFile<T>(path: string, run: (file: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return await run({
      fd: handle.fd,
      bytes: size,
      async read(offset, length) {
        if (offset < 0 || offset + length > size) throw contentError("incomplete");
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
        if (bytesRead < length) throw contentError("incomplete");
        return buffer;
      },
    });
  } finally {
    await handle.close();
  }
}

/** Reads the first `length` bytes, or all of a shorter file. */
export const readHead = (file: OpenFile, length: number): Promise<Buffer> =>
  file.read(0, Math.min(length, file.bytes));
