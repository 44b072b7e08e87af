import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { notFound } from "#shared/errors.ts";
import {
  type FileStore,
  newKey,
  ownFileMode,
  ownFolderMode,
  requireKey,
  type StoredFile,
  sweepBatchSize,
} from "./file-store.ts";
import { openIncomingFolder } from "./incoming-folder.ts";

/** Stores files in a folder, spread over subfolders by the first characters of their random names. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const toPath = (key: string) => path.join(folder, requireKey(key));
  // Must be on the same file system, so that received files can be stored by renaming them.
  const incoming = await openIncomingFolder(path.join(folder, "incoming"));
  /** Renames the received file. Once this resolves, the new name survives a power failure. */
  async function moveToKey(receivedPath: string, key: string): Promise<string> {
    const target = toPath(key);
    const subfolder = path.dirname(target);
    await mkdir(subfolder, { recursive: true, mode: ownFolderMode });
    await rename(receivedPath, target);
    await syncFolder(subfolder);
    await syncFolder(folder);
    return key;
  }
  const keyFolders = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name));
  async function storeContent(content: Buffer, key: string): Promise<void> {
    const receivedPath = incoming.createPath();
    try {
      await writeFile(receivedPath, content, { flush: true, mode: ownFileMode });
      await moveToKey(receivedPath, key);
    } catch (error) {
      await rm(receivedPath, { force: true });
      throw error;
    }
  }
  return {
    async put(content, extension): Promise<StoredFile> {
      const key = newKey(extension);
      await storeContent(content, key);
      return { key, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
    },
    createReceivePath: () => incoming.createPath(),
    async storeReceived(file, extension) {
      return { key: await moveToKey(file.path, newKey(extension)), bytes: file.bytes, sha256: file.sha256 };
    },
    async read(key, range) {
      const file = toPath(key);
      const handle = await open(file, "r").catch((error: { code?: string }) => {
        throw error.code === "ENOENT" ? notFound("file") : error;
      });
      try {
        const { size } = await handle.stat();
        return {
          stream: createReadStream(file, {
            fd: handle,
            ...(range === undefined ? {} : { start: range.first, end: range.last }),
          }),
          bytes: size,
        };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    restore: (key, content) => storeContent(content, key),
    async isEmpty() {
      for (const subfolder of await keyFolders())
        if ((await readdir(path.join(folder, subfolder))).length > 0) return false;
      return true;
    },
    async remove(key) {
      await rm(toPath(key), { force: true });
    },
    async sweep(before, findReferenced) {
      let sweptCount = await incoming.sweep(before);
      const removeUnreferenced = async (keys: string[]) => {
        const referencedKeys = new Set(await findReferenced(keys));
        const unreferencedKeys = keys.filter((key) => !referencedKeys.has(key));
        for (const key of unreferencedKeys) await rm(path.join(folder, key), { force: true });
        sweptCount += unreferencedKeys.length;
      };
      for (const subfolder of await keyFolders()) {
        let oldKeys: string[] = [];
        for await (const entry of await opendir(path.join(folder, subfolder))) {
          const key = `${subfolder}/${entry.name}`;
          const stats = await stat(path.join(folder, key)).catch(() => undefined);
          if (stats === undefined || stats.mtime >= before) continue;
          oldKeys.push(key);
          if (oldKeys.length < sweepBatchSize) continue;
          await removeUnreferenced(oldKeys);
          oldKeys = [];
        }
        if (oldKeys.length > 0) await removeUnreferenced(oldKeys);
      }
      return sweptCount;
    },
  };
}

/** Syncs a folder, so that the names of the files in it survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
