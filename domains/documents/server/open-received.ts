import { open } from "node:fs/promises";
import { refused } from "./refused-content.ts";

/** A received file of which any range can be read; only the requested range is held in memory. */
export interface OpenFile {
  fd: number;
  bytes: number;
  /** Exactly `length` bytes. @throws AppError wrong_kind when the file ends before */
  read(from: number, length: number): Promise<Buffer>;
}

/** Runs `look` on the file at `path`, which is closed afterwards. */
export async function withOpenFile<T>(path: string, look: (file: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return await look({
      fd: handle.fd,
      bytes: size,
      async read(from, length) {
        if (from < 0 || from + length > size) throw refused("incomplete");
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        if (bytesRead < length) throw refused("incomplete");
        return buffer;
      },
    });
  } finally {
    await handle.close();
  }
}

/** The first `length` bytes, or all of a shorter file. */
export const headOf = (file: OpenFile, length: number): Promise<Buffer> =>
  file.read(0, Math.min(length, file.bytes));

/** The last `length` bytes, or all of a shorter file. */
export const tailOf = (file: OpenFile, length: number): Promise<Buffer> =>
  file.read(Math.max(0, file.bytes - length), Math.min(length, file.bytes));
