import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "../../startup-error.ts";

/** The user a program runs as. Where undefined is allowed, it means the user who runs the portal. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** PostgreSQL doesn't run as root. The id needs no entry in the user database. */
const databaseUser: SystemUser = { uid: 54_329, gid: 54_329 };

/**
 * Returns the user the database server runs as: the user who started the portal, or a dedicated user if the
 * portal was started as root. Data that already belongs to a user other than root keeps its owner.
 */
export function chooseServerUser(pgData: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(pgData, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? databaseUser : { uid, gid };
}

/** Returns the user that creates the data files. initdb requires a user with a name. */
export function chooseInitUser(server: SystemUser | undefined): SystemUser | undefined {
  if (!server) return undefined;
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  const [, , uid, gid] = users.find((line) => line.startsWith("nobody:"))?.split(":") ?? [];
  if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  throw new StartupError(
    "PostgreSQL can't run as root and there's no “nobody” user on this system. Start as a regular user, or set DATABASE_URL.",
  );
}

/** Makes the user the owner of a folder and everything in it, without following links. */
export function changeOwner(user: SystemUser, path: string): void {
  lchownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(user, join(path, name));
}

/**
 * Whether the user can traverse the path to the folder. Group permissions are ignored because the server runs
 * without groups.
 */
export function canReach(user: SystemUser, folder: string): boolean {
  const { uid, mode } = statSync(folder);
  const canEnter = uid === user.uid ? mode & 0o100 : mode & 0o001;
  if (!canEnter) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(user, parent);
}

/** Whether the user can traverse the path to the file and read it. */
export function canRead(user: SystemUser, file: string): boolean {
  const { uid, mode } = statSync(file);
  return Boolean(uid === user.uid ? mode & 0o400 : mode & 0o004) && canReach(user, dirname(file));
}
