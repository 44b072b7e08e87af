import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { StartupError } from "../../startup-error.ts";
import { getProcessStart } from "./processes.ts";
import type { ServerInstallation } from "./site.ts";

interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Makes this process the only one that can start, stop, or recover the database in the folder. Returns the
 * function that gives this up.
 * @throws StartupError if another running process owns the folder
 */
export function acquireOwnership({
  ownerFile,
  dataDir,
}: Pick<ServerInstallation, "ownerFile" | "dataDir">): () => void {
  const self: Owner = { pid: process.pid, startedAt: getProcessStart(process.pid) ?? "" };
  while (!writeIfAbsent(ownerFile, self)) {
    const currentOwner = readOwner(ownerFile);
    if (currentOwner && isAlive(currentOwner)) throw inUseError(dataDir, currentOwner);
    removeDeadOwner(ownerFile);
  }
  return () => {
    const currentOwner = readOwner(ownerFile);
    if (currentOwner && isSameOwner(currentOwner, self)) rmSync(ownerFile, { force: true });
  };
}

function inUseError(dataDir: string, { pid }: Owner): StartupError {
  return new StartupError(
    `The data folder ${dataDir} is in use by another portal (process ${pid}). Stop that portal, or set DATA_DIR to a different folder.`,
  );
}

/**
 * Removes the owner file of a dead process. If two processes find the same dead owner, the slower one might
 * move the faster one's new file, and then moves it back.
 */
function removeDeadOwner(ownerFile: string): void {
  const removedFile = `${ownerFile}.${process.pid}.removed`;
  try {
    renameSync(ownerFile, removedFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const owner = readOwner(removedFile);
  if (owner && isAlive(owner)) renameSync(removedFile, ownerFile);
  else rmSync(removedFile, { force: true });
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

/** Returns undefined if the folder has no owner, or if a power failure truncated the file. */
function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startedAt }: Owner): boolean {
  return getProcessStart(pid) === startedAt;
}

function isSameOwner(a: Owner, b: Owner): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt;
}
