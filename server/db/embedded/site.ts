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
import { StartupError } from "../../startup-error.ts";
import { findNativeDir, linkLibraries } from "./find-native.ts";
import { canReach, canRead, chooseInitUser, chooseServerUser, type SystemUser } from "./system-user.ts";

/**
 * The major version of the programs in the platform packages. They can't read data of another major version.
 */
export const majorVersion = "18";

/** The port is only part of the socket's name. The server doesn't listen on a network. */
export const socketPort = 5432;

/** The folders, programs, and user of the embedded server, determined once before anything is started. */
export interface ServerInstallation {
  /** The data folder as configured by the operator. */
  dataDir: string;
  /** The real path of the server's own folder. */
  home: string;
  pgData: string;
  socketDir: string;
  logFile: string;
  ownerFile: string;
  programs: string;
  /**
   * The complete environment of the programs. They don't inherit the portal's, with its language and secrets.
   */
  env: Record<string, string>;
  serverUser: SystemUser | undefined;
  initUser: SystemUser | undefined;
}

/** Where a portal started by root stores the data if the server's user can't access the configured folder. */
const systemDir = "/var/lib/property-management-portal";

/** A socket's path can have 107 bytes, 15 of which are for the socket's own name. */
const maxSocketDirBytes = 90;

/**
 * Creates the folders and finds the programs.
 * @throws StartupError if that isn't possible
 */
export function prepareInstallation(options: {
  dataDir: string;
  nativeDir?: string;
  log: { info(message: string): void };
}): ServerInstallation {
  const dataDir = resolve(options.dataDir);
  try {
    return prepare({ ...options, dataDir });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!code || !path) throw error;
    throw new StartupError(
      `The database can't be stored in ${dataDir} (${code} at ${path}). Make that folder writable, or set DATA_DIR to another folder.`,
    );
  }
}

function prepare(options: {
  dataDir: string;
  nativeDir?: string;
  log: { info(message: string): void };
}): ServerInstallation {
  const { dataDir, log } = options;
  const serverUser = chooseServerUser(join(dataDir, "postgres", majorVersion));
  const initUser = chooseInitUser(serverUser);
  const home = prepareHome({ dataDir, serverUser, log });
  const socketDir = prepareSocketDir(home, serverUser);
  const nativeDir = findReadableNativeDir(options.nativeDir ?? findNativeDir(), initUser);
  return {
    dataDir,
    home,
    pgData: join(home, majorVersion),
    socketDir,
    logFile: join(home, "server.log"),
    ownerFile: join(home, "owner.json"),
    programs: join(nativeDir, "bin"),
    env: {
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      ...linkLibraries(nativeDir, join(home, "lib")),
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
  if (serverUser) allowTraversal(serverUser, dataDir);

  const homeLink = join(dataDir, "postgres");
  // Other portals might create the same folders at the same time. The owner file decides which one runs.
  if (lstatSync(homeLink, { throwIfNoEntry: false })) {
    if (!existsSync(homeLink))
      throw new StartupError(
        `${homeLink} points to a folder that no longer exists. Restore it, or delete ${homeLink} to start with an empty database.`,
      );
  } else if (!serverUser || canReach(serverUser, realpathSync(dataDir)))
    mkdirSync(homeLink, { recursive: true });
  else {
    const systemHome = join(systemDir, `data-${randomBytes(6).toString("hex")}`);
    mkdirSync(systemHome, { recursive: true });
    chmodSync(systemDir, 0o755);
    symlinkSync(systemHome, homeLink);
    log.info(`The database server can't access ${dataDir}, so the database is stored in ${systemHome}.`);
  }
  const home = realpathSync(homeLink);
  if (!serverUser) {
    chmodSync(home, 0o700);
    return home;
  }
  chownSync(home, serverUser.uid, serverUser.gid);
  // Another user creates the data files and only needs to traverse this folder.
  chmodSync(home, 0o711);
  if (canReach(serverUser, home)) return home;
  throw new StartupError(
    `The database user can't access ${dirname(home)}. Allow access (chmod o+x), or start as the folder's owner.`,
  );
}

/** Allows the user to traverse a folder owned by root without listing it. */
function allowTraversal(user: SystemUser, folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === 0 && canReach(user, realpathSync(dirname(folder)))) chmodSync(folder, (mode & 0o777) | 0o001);
}

/**
 * Creates a folder only the server's user can access. Anyone who reaches the socket connects without a
 * password.
 */
function prepareSocketDir(home: string, user: SystemUser | undefined): string {
  const preferredDir = join(home, "run");
  const name = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const socketDir =
    Buffer.byteLength(preferredDir) <= maxSocketDirBytes ? preferredDir : `/tmp/portal-${name}`;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const stats = lstatSync(socketDir);
  // The folder is still owned by the portal's user if another portal is between these lines or was killed
  // there.
  const isTrusted = [user?.uid, process.getuid?.()].includes(stats.uid);
  if (!stats.isDirectory() || !isTrusted || (stats.mode & 0o777) !== 0o700) {
    throw new StartupError(`${socketDir} belongs to another user or is accessible to others. Remove it.`);
  }
  if (user) chownSync(socketDir, user.uid, user.gid);
  return socketDir;
}

/** Removes the files that `prepareInstallation` created outside the data folder for one run. */
export function removeRunFiles({ home, socketDir }: ServerInstallation): void {
  if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true });
}

/** Returns the programs' folder, or a copy of it if the server's user can't read it. */
function findReadableNativeDir(native: string, user: SystemUser | undefined): string {
  const samples = ["bin/postgres", "bin/initdb", "pg-symlinks.json", "share/postgresql/postgres.bki"];
  const isReadable = (file: string) => !user || canRead(user, realpathSync(join(native, file)));
  if (samples.every(isReadable)) return native;

  const description = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(systemDir, `postgresql-${description.version}`);
  if (existsSync(copy)) return copy;
  const partialCopy = `${copy}.${process.pid}`;
  mkdirSync(systemDir, { recursive: true });
  chmodSync(systemDir, 0o755);
  cpSync(native, partialCopy, { recursive: true, verbatimSymlinks: true });
  makeReadable(partialCopy);
  try {
    renameSync(partialCopy, copy);
  } catch (error) {
    // Another portal was faster, and its copy is just as good.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function makeReadable(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const isProgram = stats.isDirectory() || (statSync(path).mode & 0o100) !== 0;
  chmodSync(path, isProgram ? 0o755 : 0o644);
  if (stats.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
