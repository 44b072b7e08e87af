import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { atTheDisk } from "../outside/at-the-disk.ts";

/** As many files are written at once. */
export const blocksMax = 64;
const blockBytes = 256 * 1024;
/** Where and in what lengths memory is written straight to a disk. */
const pageBytes = 4096;

/** Not in the types of Node. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
};

const blocks = emptyBlocks();
/** Memory that begins at the start of a page, as no Buffer promises. A block that was never filled takes none. */
function emptyBlocks(): Buffer[] {
  const pages = (blocksMax * blockBytes) / (64 * 1024);
  const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages });
  return Array.from({ length: blocksMax }, (_, at) => Buffer.from(buffer, at * blockBytes, blockBytes));
}

/**
 * Writes what comes to a file at `place` and gives its SHA-256. What comes is copied into a block of our own, and nothing more
 * is taken while it is written: sixteen uploads take no more memory than their blocks, however long the disk takes. Where the
 * file system can, it goes to the disk without a copy in the system's memory of files (decision 036).
 */
export async function writeInBlocks(source: Readable, place: string): Promise<Buffer> {
  const block = blocks.pop();
  if (block === undefined) throw new Error(`More than ${blocksMax} files are written at once.`);
  try {
    const { file, isDirect } = await openToWrite(place);
    try {
      return await writeAll(source, file, { block, isDirect });
    } finally {
      // Waits for a write that is under way.
      await file.close();
    }
  } finally {
    blocks.push(block);
  }
}

async function openToWrite(place: string): Promise<{ file: FileHandle; isDirect: boolean }> {
  // Only Linux knows it, and there not every file system.
  const { O_DIRECT, O_WRONLY, O_CREAT, O_TRUNC } = constants as Partial<typeof constants> & typeof constants;
  if (O_DIRECT !== undefined)
    try {
      return { file: await open(place, O_WRONLY | O_CREAT | O_TRUNC | O_DIRECT), isDirect: true };
    } catch (error) {
      if ((error as { code?: string }).code !== "EINVAL") throw error;
    }
  return { file: await open(place, "w"), isDirect: false };
}

async function writeAll(
  source: Readable,
  file: FileHandle,
  { block, isDirect }: { block: Buffer; isDirect: boolean },
): Promise<Buffer> {
  const hash = createHash("sha256");
  let filled = 0;
  let written = 0;
  const writeFilled = async () => {
    hash.update(block.subarray(0, filled));
    const length = isDirect ? Math.ceil(filled / pageBytes) * pageBytes : filled;
    block.fill(0, filled, length);
    await atTheDisk(() => file.writeFile(block.subarray(0, length)));
    written += filled;
    if (length > filled) await file.truncate(written);
    filled = 0;
  };
  await pipeline(source, async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts)
      for (let taken = 0; taken < part.length; ) {
        const copied = part.copy(block, filled, taken);
        taken += copied;
        filled += copied;
        if (filled === blockBytes) await writeFilled();
      }
    if (filled > 0) await writeFilled();
  });
  return hash.digest();
}
