import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../startup-error.ts";
import { majorVersion, type ServerInstallation } from "./site.ts";
import { changeOwner } from "./system-user.ts";

/**
 * Creates the data files unless they exist. They are created in another folder, which is then renamed, so that
 * an interrupted start leaves either none or all of them. Called only by the owner of the folder.
 */
export function initDataDir(installation: ServerInstallation, { fsync }: { fsync: boolean }): void {
  removeInterruptedStarts(installation);
  if (!hasData(installation)) {
    const draft = createDraft(installation, fsync);
    renameSync(draft, installation.pgData);
    if (fsync) syncFolder(installation.home);
  }
  if (installation.serverUser && statSync(installation.pgData).uid === 0)
    changeOwner(installation.serverUser, installation.pgData);
  // A copy or a restored backup might have loosened the permissions, and the server wouldn't start.
  chmodSync(installation.pgData, 0o700);
}

function hasData({ home, pgData }: ServerInstallation): boolean {
  const version = readVersion(pgData);
  if (version === majorVersion) return true;
  const otherVersions = readdirSync(home).filter(
    (name) => /^\d+$/.test(name) && readVersion(join(home, name)),
  );
  const foundVersion = version ?? otherVersions[0];
  if (foundVersion) {
    throw new StartupError(
      `The database in ${home} was created by PostgreSQL ${foundVersion}, but this portal ships with ${majorVersion}. Back it up with the version that created it (npm run backup), then restore that archive here into a different DATA_DIR (npm run restore).`,
    );
  }
  if (existsSync(pgData) && readdirSync(pgData).length > 0) {
    throw new StartupError(
      `${pgData} contains an incomplete database. Restore a backup or remove the folder.`,
    );
  }
  return false;
}

function readVersion(pgData: string): string | undefined {
  const file = join(pgData, "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function createDraft(installation: ServerInstallation, fsync: boolean): string {
  const draft = `${installation.pgData}.init-${randomBytes(6).toString("hex")}`;
  mkdirSync(draft, { mode: 0o700 });
  if (installation.initUser) chownSync(draft, installation.initUser.uid, installation.initUser.gid);
  // Makes text sort and match the same way on every machine. Systems without C.UTF-8 have only C.
  const failure =
    runInitdb(installation, { draft, fsync, ctype: "C.UTF-8" }) &&
    runInitdb(installation, { draft, fsync, ctype: "C" });
  if (failure) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartupError(`The database couldn't be set up: ${failure}`);
  }
  if (installation.serverUser) changeOwner(installation.serverUser, draft);
  return draft;
}

/** Returns the reason for a failure, or undefined after success. */
function runInitdb(
  installation: ServerInstallation,
  { draft, fsync, ctype }: { draft: string; fsync: boolean; ctype: string },
): string | undefined {
  const flags = [
    ["-D", draft, "-U", "app", "--auth=trust", "--encoding=UTF8", "--no-instructions"],
    ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-collate=C", `--lc-ctype=${ctype}`],
    fsync ? [] : ["--no-sync"],
  ].flat();
  const run = spawnSync(join(installation.programs, "initdb"), flags, {
    ...installation.initUser,
    cwd: "/",
    env: installation.env,
    encoding: "utf8",
  });
  if (run.error) return describeSpawnError(run.error);
  return run.status === 0 ? undefined : run.stderr.trim().replaceAll("\n", " ");
}

function describeSpawnError(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") {
    return "this system can't run the embedded PostgreSQL (glibc is required). Set DATABASE_URL to a PostgreSQL server.";
  }
  if (error.code === "EPERM" || error.code === "EINVAL") {
    return "root can't switch to another user here. Start as a regular user, or set DATABASE_URL.";
  }
  return error.message;
}

/**
 * Removes the leftovers of interrupted first starts. Best effort, because one of them might still be writing.
 */
function removeInterruptedStarts({ home }: ServerInstallation): void {
  for (const name of readdirSync(home).filter((name) => name.includes(".init-"))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // The next start tries again.
    }
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
