import { randomUUID } from "node:crypto";
import { mkdir, opendir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { ownFolderMode } from "./file-store.ts";

/** A folder on this machine for files that are being received. */
export interface IncomingFolder {
  createPath(): string;
  /** Removes files older than `before`, left by killed processes. Returns the number of removed files. */
  sweep(before: Date): Promise<number>;
}

export async function openIncomingFolder(folder: string): Promise<IncomingFolder> {
  await mkdir(folder, { recursive: true, mode: ownFolderMode });
  return {
    createPath: () => path.join(folder, randomUUID()),
    async sweep(before) {
      let sweptCount = 0;
      for await (const { name } of await opendir(folder)) {
        const file = path.join(folder, name);
        const stats = await stat(file).catch(() => undefined);
        if (stats === undefined || stats.mtime >= before) continue;
        await rm(file, { recursive: true, force: true });
        sweptCount += 1;
      }
      return sweptCount;
    },
  };
}
