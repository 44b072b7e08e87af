import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  for (;;) {
    if (writeIfAbsent(ownerFile, self)) break;
    const other = readOwner(ownerFile);
    if (other && isAlive(other)) throw inUse(dataDir, other);
    rmSync(ownerFile, { force: true });
  }
  // Two processes that find the same dead owner may remove each other's claim; the last writer owns the folder.
  const winner = readOwner(ownerFile);
  if (!winner || !isSame(winner, self)) throw inUse(dataDir, winner);
  return () => {
    const now = readOwner(ownerFile);
    if (now && isSame(now, self)) rmSync(ownerFile, { force: true });
  };
}

function inUse(dataDir: string, owner: Owner | undefined): StartRefused {
  const who = owner ? ` (process ${owner.pid})` : "";
  return new StartRefused(
    `The data folder ${dataDir} is in use by another running portal${who}; please stop that one or set DATA_DIR to another folder.`,
  );
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
