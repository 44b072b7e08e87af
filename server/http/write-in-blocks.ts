import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Written at once: it takes half the work of writing each part as it comes. */
const blockBytes = 256 * 1024;
/** What is no longer written from is used again, but not more of it kept than this. */
const spareMax = 32;
const spare: Buffer[] = [];

/**
 * Writes what comes to a file at `place` and gives its SHA-256. What comes is copied into two blocks of our own, of which
 * one is filled while the other is written: the parts themselves are free again at once, so that sixteen uploads take no
 * more memory than these blocks, however long the disk takes.
 */
export async function writeInBlocks(source: Readable, place: string): Promise<Buffer> {
  const hash = createHash("sha256");
  const file = await open(place, "w");
  let [filling, other] = [takeBlock(), takeBlock()];
  let filled = 0;
  let writing: Promise<void> = Promise.resolve();
  const writeFilled = async () => {
    const full = filling.subarray(0, filled);
    hash.update(full);
    await writing;
    writing = file.writeFile(full);
    // It is waited for before the next one, or at the end.
    writing.catch(() => undefined);
    [filling, other, filled] = [other, filling, 0];
  };
  try {
    await pipeline(source, async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts)
        for (let taken = 0; taken < part.length; ) {
          const copied = part.copy(filling, filled, taken);
          taken += copied;
          filled += copied;
          if (filled === blockBytes) await writeFilled();
        }
    });
    if (filled > 0) await writeFilled();
    await writing;
    return hash.digest();
  } finally {
    await writing.catch(() => undefined);
    await file.close();
    for (const block of [filling, other]) if (spare.length < spareMax) spare.push(block);
  }
}

const takeBlock = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
