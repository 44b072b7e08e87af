import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { findNative, linkLibraries } from "./find-native.ts";
import { canReach, canRead, chooseInitUser, chooseServerUser, type SystemUser } from "./system-user.ts";

/** The major version of the programs in the platform packages; they cannot read data of another major version. */
export const majorVersion = "18";

/** The server listens on no network; its port only names the socket. */
export const socketPort = 5432;

/** The folders, programs and user of the embedded server, determined once before anything is started. */
export interface Site {
  /** The data folder as the operator named it. */
  dataDir: string;
  /** The server's own folder, by its real path. */
  home: string;
  pgData: string;
  socketDir: string;
  logFile: string;
  ownerFile: string;
  programs: string;
  /** The complete environment of the programs. The portal's own would pass on its language and its secrets. */
  env: Record<string, string>;
  serverUser: SystemUser | undefined;
  initUser: SystemUser | undefined;
}

/** Where a portal started by root keeps the data when the server's user cannot enter the configured folder. */
const systemDir = "/var/lib/property-management-portal";

/** A socket's path may have 107 bytes, 15 of which are the socket's own name. */
const longestSocketDir = 90;

/** Creates the folders and finds the programs. @throws StartRefused when that is not possible. */
export function prepareSite(options: {
  dataDir: string;
  nativeDir?: string | undefined;
  log: { info(message: string): void };
}): Site {
  const dataDir = resolve(options.dataDir);
  try {
    return prepare({ ...options, dataDir });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!code || !path) throw error;
    throw new StartRefused(
      `The database cannot be kept in ${dataDir} (${code} at ${path}); please make that folder writable or set DATA_DIR to another.`,
    );
  }
}

function prepare(options: {
  dataDir: string;
  nativeDir?: string | undefined;
  log: { info(message: string): void };
}): Site {
  const { dataDir, log } = options;
  const serverUser = chooseServerUser(join(dataDir, "postgres", majorVersion));
  const initUser = chooseInitUser(serverUser);
  const home = prepareHome({ dataDir, serverUser, log });
  const socketDir = prepareSocketDir(home, serverUser);
  const native = reachableNative(options.nativeDir ?? findNative(), initUser);
  return {
    dataDir,
    home,
    pgData: join(home, majorVersion),
    socketDir,
    logFile: join(home, "server.log"),
    ownerFile: join(home, "owner.json"),
    programs: join(native, "bin"),
    env: {
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      ...linkLibraries(native, join(home, "lib")),
    },
    serverUser,
    initUser,
  };
}

function prepareHome({
  dataDir,
  serverUser,
  log,
}: {
  dataDir: string;
  serverUser: SystemUser | undefined;
  log: { info(message: string): void };
}): string {
  mkdirSync(dataDir, { recursive: true });
  if (serverUser) letThrough(serverUser, dataDir);

  const place = join(dataDir, "postgres");
  // Other starts may make the same folders meanwhile; which of them serves is decided by the claim.
  if (lstatSync(place, { throwIfNoEntry: false })) {
    if (!existsSync(place))
      throw new StartRefused(
        `${place} points to a folder that is gone; please bring it back, or delete ${place} to begin with an empty database.`,
      );
  } else if (!serverUser || canReach(serverUser, realpathSync(dataDir)))
    mkdirSync(place, { recursive: true });
  else {
    const elsewhere = join(systemDir, `data-${randomBytes(6).toString("hex")}`);
    mkdirSync(elsewhere, { recursive: true });
    chmodSync(systemDir, 0o755);
    symlinkSync(elsewhere, place);
    log.info(`The database server may not enter ${dataDir}, so the database is kept in ${elsewhere}.`);
  }
  const home = realpathSync(place);
  if (!serverUser) {
    chmodSync(home, 0o700);
    return home;
  }
  chownSync(home, serverUser.uid, serverUser.gid);
  // Another user creates the data files and only has to pass through this folder.
  chmodSync(home, 0o711);
  if (canReach(serverUser, home)) return home;
  throw new StartRefused(
    `The database server's user may not enter ${dirname(home)}; please allow passing through it (chmod o+x) or start as the owner of the folder.`,
  );
}

/** Lets the user pass through a folder owned by root without listing it. */
function letThrough(user: SystemUser, folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === 0 && canReach(user, realpathSync(dirname(folder)))) chmodSync(folder, (mode & 0o777) | 0o001);
}

/** A folder only the server's user can enter: anyone who reaches the socket connects without a password. */
function prepareSocketDir(home: string, user: SystemUser | undefined): string {
  const beside = join(home, "run");
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const socketDir = Buffer.byteLength(beside) <= longestSocketDir ? beside : `/tmp/portal-${name}`;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const found = lstatSync(socketDir);
  // Still the portal's own when another start is between these lines, or one was killed there.
  const trusted = [user?.uid, process.getuid?.()].includes(found.uid);
  if (!found.isDirectory() || !trusted || (found.mode & 0o777) !== 0o700) {
    throw new StartRefused(`${socketDir} belongs to somebody else or is open to others; please remove it.`);
  }
  if (user) chownSync(socketDir, user.uid, user.gid);
  return socketDir;
}

/** Removes the files that `prepareSite` created outside the data folder for one run. */
export function tidyUp({ home, socketDir }: Site): void {
  if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true });
}

/** The programs themselves, or a copy of them where the server's user cannot read them. */
function reachableNative(native: string, user: SystemUser | undefined): string {
  const samples = ["bin/postgres", "bin/initdb", "pg-symlinks.json", "share/postgresql/postgres.bki"];
  const readable = (file: string) => !user || canRead(user, realpathSync(join(native, file)));
  if (samples.every(readable)) return native;

  const description = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(systemDir, `postgresql-${description.version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(systemDir, { recursive: true });
  chmodSync(systemDir, 0o755);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  letEverybodyRead(partial);
  try {
    renameSync(partial, copy);
  } catch (error) {
    // Another start was faster; its copy is as good.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function letEverybodyRead(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const isProgram = stats.isDirectory() || (statSync(path).mode & 0o100) !== 0;
  chmodSync(path, isProgram ? 0o755 : 0o644);
  if (stats.isDirectory()) for (const name of readdirSync(path)) letEverybodyRead(join(path, name));
}
