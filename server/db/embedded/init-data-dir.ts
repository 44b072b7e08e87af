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
import { StartRefused } from "../../start-refused.ts";
import { majorVersion, type Site } from "./site.ts";
import { giveTo } from "./system-user.ts";

/**
 * Creates the data files unless they exist. They are created in another folder and renamed, so that an interrupted start
 * leaves either none or all of them. Called only by the owner of the folder.
 */
export function initDataDir(site: Site, { fsync }: { fsync: boolean }): void {
  sweep(site);
  if (!hasData(site)) {
    const draft = createDraft(site, fsync);
    renameSync(draft, site.pgData);
    if (fsync) syncFolder(site.home);
  }
  if (site.serverUser && statSync(site.pgData).uid === 0) giveTo(site.serverUser, site.pgData);
  // A copy or a restored backup may have loosened the permissions; the server would refuse to start.
  chmodSync(site.pgData, 0o700);
}

function hasData({ home, pgData }: Site): boolean {
  const version = readVersion(pgData);
  if (version === majorVersion) return true;
  const others = readdirSync(home).filter((name) => /^\d+$/.test(name) && readVersion(join(home, name)));
  const found = version ?? others[0];
  if (found) {
    throw new StartRefused(
      `The database in ${home} was written by PostgreSQL ${found} and this portal brings ${majorVersion}; please back it up with the portal that wrote it (npm run backup), and restore that archive here into another DATA_DIR (npm run restore).`,
    );
  }
  if (existsSync(pgData) && readdirSync(pgData).length > 0) {
    throw new StartRefused(
      `${pgData} holds something that is not a whole database; please bring back a backup or remove it.`,
    );
  }
  return false;
}

function readVersion(pgData: string): string | undefined {
  const file = join(pgData, "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function createDraft(site: Site, fsync: boolean): string {
  const draft = `${site.pgData}.init-${randomBytes(6).toString("hex")}`;
  mkdirSync(draft, { mode: 0o700 });
  if (site.initUser) chownSync(draft, site.initUser.uid, site.initUser.gid);
  // Text sorts and matches the same way on every machine. Systems without C.UTF-8 have only C.
  const failure =
    runInitdb(site, { draft, fsync, ctype: "C.UTF-8" }) && runInitdb(site, { draft, fsync, ctype: "C" });
  if (failure) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartRefused(`The database could not be set up: ${failure}`);
  }
  if (site.serverUser) giveTo(site.serverUser, draft);
  return draft;
}

/** Returns the reason when it fails. */
function runInitdb(
  site: Site,
  { draft, fsync, ctype }: { draft: string; fsync: boolean; ctype: string },
): string | undefined {
  const flags = [
    ["-D", draft, "-U", "app", "--auth=trust", "--encoding=UTF8", "--no-instructions"],
    ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-collate=C", `--lc-ctype=${ctype}`],
    fsync ? [] : ["--no-sync"],
  ].flat();
  const run = spawnSync(join(site.programs, "initdb"), flags, {
    ...site.initUser,
    cwd: "/",
    env: site.env,
    encoding: "utf8",
  });
  if (run.error) return describeSpawnError(run.error);
  return run.status === 0 ? undefined : run.stderr.trim().replaceAll("\n", " ");
}

function describeSpawnError(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") {
    return "this system cannot run the built-in PostgreSQL (it needs glibc); please set DATABASE_URL to a PostgreSQL server.";
  }
  if (error.code === "EPERM" || error.code === "EINVAL") {
    return "root may not switch to another user here; please start as an ordinary user or set DATABASE_URL.";
  }
  return error.message;
}

/** Removes the leftovers of interrupted first starts. Best effort, as one of them may still be writing. */
function sweep({ home }: Site): void {
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
