import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { inject } from "vitest";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { openArchive } from "#server/backup/read-archive.ts";
import { restoreArchive } from "#server/backup/restore-archive.ts";
import { openPool } from "#server/db/database.ts";
import { openDiskStore } from "#server/integrations/files/disk-store.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";
import { withClient } from "../database.ts";

const silent = { warn: () => undefined };
const administration = () => ({ ...inject("databaseConnection"), database: "postgres" });

/** Creates a temporary folder for archives and files. `remove` deletes it. */
export async function createArchiveFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-archives-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface EmptyTarget {
  pool: pg.Pool;
  owner: pg.PoolConfig;
  files: FileStore;
  filesFolder: string;
  remove(): Promise<void>;
}

let places = 0;

/** Creates an empty database owned by a role without privileges, and an empty folder for files. */
export async function createEmptyTarget(folder: string): Promise<EmptyTarget> {
  const name = `archived_${process.pid}_${++places}`;
  await withClient(administration(), async (client) => {
    await client.query(`create role ${name} login`);
    await client.query(`create database ${name} owner ${name}`);
  });
  const owner = { ...inject("databaseConnection"), user: name, database: name };
  const pool = openPool(owner, silent);
  const filesFolder = path.join(folder, name);
  return {
    pool,
    owner,
    files: await openDiskStore(filesFolder),
    filesFolder,
    async remove() {
      await pool.end();
      await withClient(administration(), async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${name}`);
      });
    },
  };
}

export async function restore(
  file: string,
  place: Omit<EmptyTarget, "filesFolder" | "remove">,
): Promise<void> {
  const archive = await openArchive(file);
  try {
    await restoreArchive(archive, place, () => undefined);
  } finally {
    archive.close();
  }
}

/** Writes a copy of an archive with changed entries and an updated manifest hash. */
export async function forgeArchive(
  from: string,
  to: string,
  change: (entries: Map<string, Buffer>) => void,
): Promise<void> {
  const archive = await openPromise(from, { autoClose: false });
  const entries = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  archive.close();
  change(entries);
  const manifest = entries.get("manifest.json") ?? Buffer.alloc(0);
  entries.set(
    "manifest.sha256",
    Buffer.from(`${createHash("sha256").update(manifest).digest("hex")}  manifest.json\n`),
  );
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
}
