import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartRefused } from "../../start-refused.ts";

/** Who a program runs as. Undefined stands for whoever runs the portal. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root. The number needs no entry in the list of users. */
const databaseUser: SystemUser = { uid: 54_329, gid: 54_329 };

/**
 * Who the database server runs as: whoever started the portal, or for root a user of its own. Data that already
 * belongs to somebody else than root stays his.
 */
export function chooseServerUser(pgData: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(pgData, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? databaseUser : { uid, gid };
}

/** Who creates the data files: the program that does it wants a user with a name. */
export function chooseInitUser(server: SystemUser | undefined): SystemUser | undefined {
  if (!server) return undefined;
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  const [, , uid, gid] = users.find((line) => line.startsWith("nobody:"))?.split(":") ?? [];
  if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  throw new StartRefused(
    "Started as root on a system without the user nobody, PostgreSQL cannot be set up; please start as an ordinary user or set DATABASE_URL.",
  );
}

/** Gives a folder and everything in it to the user, following no links. */
export function giveTo(user: SystemUser, path: string): void {
  lchownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

/**
 * Whether the user may walk down to the folder. Group rights are not looked at: the server runs without groups.
 */
export function canReach(user: SystemUser, folder: string): boolean {
  const { uid, mode } = statSync(folder);
  const mayEnter = uid === user.uid ? mode & 0o100 : mode & 0o001;
  if (!mayEnter) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(user, parent);
}

/** Whether the user may read the file and walk down to it. */
export function canRead(user: SystemUser, file: string): boolean {
  const { uid, mode } = statSync(file);
  return Boolean(uid === user.uid ? mode & 0o400 : mode & 0o004) && canReach(user, dirname(file));
}
