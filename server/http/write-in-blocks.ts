import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { atTheDisk } from "../outside/at-the-disk.ts";

/** As many files are written at once. */
export const blocksMax = 64;
const blockBytes = 384 * 1024;
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
  let { file, isDirect } = await openToWrite(place).catch((error: unknown) => {
    blocks.push(block);
    throw error;
  });
  try {
    const hash = createHash("sha256");
    let filled = 0;
    let written = 0;
    const writeFilled = async () => {
      const content = block.subarray(0, filled);
      hash.update(content);
      if (isDirect && !(await writeDirect(file, block, { filled, written }))) {
        await file.close();
        ({ file, isDirect } = { file: await open(place, "a"), isDirect: false });
      }
      if (!isDirect) await atTheDisk(() => file.writeFile(content));
      written += filled;
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
  } finally {
    // Waits for a write that is under way.
    await file.close();
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
      if (!saysItCannot(error)) throw error;
    }
  return { file: await open(place, "w"), isDirect: false };
}

/**
 * Writes what `block` is filled with behind the bytes `written` before, in whole pages. False when the file system can't after
 * all: some say so only now, as do those whose disk has larger pages.
 */
async function writeDirect(
  file: FileHandle,
  block: Buffer,
  { filled, written }: { filled: number; written: number },
): Promise<boolean> {
  const length = Math.ceil(filled / pageBytes) * pageBytes;
  block.fill(0, filled, length);
  try {
    await atTheDisk(() => file.writeFile(block.subarray(0, length)));
  } catch (error) {
    if (saysItCannot(error)) return false;
    throw error;
  }
  if (length > filled) await file.truncate(written + filled);
  return true;
}

const saysItCannot = (error: unknown): boolean => (error as { code?: string }).code === "EINVAL";
