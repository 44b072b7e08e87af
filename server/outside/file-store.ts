import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

export interface StoredFile {
  key: string;
  bytes: number;
  sha256: Buffer;
}

/** Where files are kept. Keys are made here and never come from a caller. */
export interface FileStore {
  /** Keeps `content` whole or not at all: it is on the disk before this resolves, and before any row names it. */
  put(content: Buffer, extension: string): Promise<StoredFile>;
  /** Keeps the received file at `path`, whole or not at all, as `put` does. */
  take(file: { path: string; bytes: number; sha256: Buffer }, extension: string): Promise<StoredFile>;
  /** @throws when there is no such file */
  read(key: string): Promise<{ stream: Readable; bytes: number }>;
  remove(key: string): Promise<void>;
  /**
   * Removes what is older than `before` and not among the keys that `namedAmong` gives back; it is asked about a few
   * hundred at a time. Gives how many went.
   */
  sweep(before: Date, namedAmong: (keys: string[]) => Promise<string[]>): Promise<number>;
}

const sweptAtOnce = 500;

/** Files in a folder, spread over subfolders by the first letters of their random names. */
export function openDiskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,5}$/.test(key))
      throw new Error("A file key has the wrong form.");
    return path.join(folder, key);
  };
  return {
    async put(content, extension) {
      const name = randomUUID();
      const key = `${name.slice(0, 2)}/${name}.${extension}`;
      const target = pathOf(key);
      const part = `${target}.part`;
      await mkdir(path.dirname(target), { recursive: true });
      try {
        const file = await open(part, "wx");
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return { key, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
    },
    async take(received, extension) {
      return this.put(await readFile(received.path), extension);
    },
    async read(key) {
      const file = pathOf(key);
      const { size } = await stat(file);
      return { stream: createReadStream(file), bytes: size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async sweep(before, namedAmong) {
      let swept = 0;
      const removeUnnamed = async (keys: string[]) => {
        const named = new Set(await namedAmong(keys));
        const unnamed = keys.filter((key) => !named.has(key));
        for (const key of unnamed) await rm(path.join(folder, key), { force: true });
        swept += unnamed.length;
      };
      for (const subfolder of await readdir(folder).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(subfolder)) continue;
        let old: string[] = [];
        for await (const entry of await opendir(path.join(folder, subfolder))) {
          const key = `${subfolder}/${entry.name}`;
          const facts = await stat(path.join(folder, key)).catch(() => undefined);
          if (facts === undefined || facts.mtime >= before) continue;
          old.push(key);
          if (old.length < sweptAtOnce) continue;
          await removeUnnamed(old);
          old = [];
        }
        if (old.length > 0) await removeUnnamed(old);
      }
      return swept;
    },
  };
}

/** A rename lasts through a power cut only when its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
