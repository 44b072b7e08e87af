import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { StartRefused } from "../../start-refused.ts";
import { startOfProcess } from "./processes.ts";
import type { Site } from "./site.ts";

interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Makes this process the only one that may start, stop or recover the database of the folder, and returns the function
 * that releases it. @throws StartRefused while another running process owns the folder.
 */
export function claim({ ownerFile, dataDir }: Pick<Site, "ownerFile" | "dataDir">): () => void {
  const self: Owner = { pid: process.pid, startedAt: startOfProcess(process.pid) ?? "" };
  while (!writeIfAbsent(ownerFile, self)) {
    const other = readOwner(ownerFile);
    if (other && isAlive(other)) throw inUse(dataDir, other);
    removeClaimOfDead(ownerFile);
  }
  return () => {
    const now = readOwner(ownerFile);
    if (now && isSame(now, self)) rmSync(ownerFile, { force: true });
  };
}

function inUse(dataDir: string, { pid }: Owner): StartRefused {
  return new StartRefused(
    `The data folder ${dataDir} is in use by another running portal (process ${pid}); please stop that one or set DATA_DIR to another folder.`,
  );
}

/** Two processes may find the same dead owner: the slower one would remove the claim of the faster one, and brings it back. */
function removeClaimOfDead(ownerFile: string): void {
  const removed = `${ownerFile}.${process.pid}.removed`;
  try {
    renameSync(ownerFile, removed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const owner = readOwner(removed);
  if (owner && isAlive(owner)) renameSync(removed, ownerFile);
  else rmSync(removed, { force: true });
}

/** Creates the file atomically: with its contents, or not at all. */
function writeIfAbsent(path: string, owner: Owner): boolean {
  const draft = `${path}.${owner.pid}`;
  writeFileSync(draft, JSON.stringify(owner));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Undefined when nobody has claimed the folder, or when a power failure truncated the file. */
function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startedAt }: Owner): boolean {
  return startOfProcess(pid) === startedAt;
}

function isSame(a: Owner, b: Owner): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt;
}
