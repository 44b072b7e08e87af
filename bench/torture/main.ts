/*
 * `npm run torture -- part ...`: fault injection on the built portal. Prints the figures of the named parts, or of all, and fails
 * if one is not reached.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { majorVersion } from "#server/db/embedded/site.ts";
import { type Figure, figureTable, none, upTo } from "../figures.ts";
import { type TorturePortal, withPortal } from "./portal.ts";
import { longestPause, preparePlace, startWriting, verifyWrites, type Writing } from "./writers.ts";

/** A part of `npm run torture`. */
interface Part {
  /** The argument of `npm run torture -- <name>`. */
  name: string;
  title: string;
  /** Returns a sentence if the part can't run on this machine. */
  run(): Promise<Figure[] | string>;
}

const rounds = (usual: number) => Number(process.env.TORTURE_ROUNDS ?? usual);

/** While people write, the server is killed and started again, over and over. */
const serverKills: Part = {
  name: "server-kills",
  title: "kill -9 of the server during mixed writes",
  run: () =>
    killRepeatedly({ times: rounds(100), maxSeconds: 60 }, async (portal) => {
      await portal.kill();
      await portal.start();
    }),
};

/** While people write, the database is killed. The portal starts it again automatically. */
const databaseKills: Part = {
  name: "database-kills",
  title: "kill -9 of the database during mixed writes",
  run: () =>
    killRepeatedly({ times: rounds(30), maxSeconds: 20 }, async ({ dataDir }, writing) => {
      const pidFile = path.join(dataDir, "postgres", majorVersion, "postmaster.pid");
      const before = writing.successes.length;
      process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGKILL");
      // Responses that were already on their way don't count.
      await pause(200);
      for (let check = 0; writing.successes.length < before + 30; check += 1) {
        if (check > 600) throw new Error("The portal did not recover within a minute.");
        await pause(100);
      }
    }),
};

/** `maxSeconds`: the longest time without a successful write. On a busy machine, most of it is startup. */
function killRepeatedly(
  { times, maxSeconds }: { times: number; maxSeconds: number },
  kill: (portal: TorturePortal, writing: Writing) => Promise<void>,
): Promise<Figure[]> {
  return withPortal(async (portal) => {
    const writing = startWriting(portal.origin, await portal.withDb(preparePlace));
    let longest = 0;
    for (let round = 1; round <= times; round += 1) {
      // At a different moment each time.
      await pause(200 + Math.random() * 1_300);
      const killedAt = performance.now();
      await kill(portal, writing);
      await pause(500);
      longest = Math.max(longest, longestPause(writing, killedAt, performance.now()));
    }
    await writing.stop();
    const allowed = [502, 503, 504, "cut"] as const;
    return portal.withDb(async (db) => [
      ...(await verifyWrites(writing, { db, dataDir: portal.dataDir, must: times * 10, allowed })),
      upTo(`Longest time without a successful write, ${times} kills`, longest, {
        must: maxSeconds,
        unit: " s",
      }),
    ]);
  });
}

/** The database and files are on a small file system that other files fill up and then free again. */
const fullDisk: Part = {
  name: "full-disk",
  title: "A full disk for 20 seconds",
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-full-"));
    try {
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", folder]).status !== 0)
        return "Skipped: only root can mount a small file system.";
      return await withPortal((portal) => fillDisk(portal, folder), path.join(folder, "data"));
    } finally {
      spawnSync("umount", [folder], { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function fillDisk(portal: TorturePortal, folder: string): Promise<Figure[]> {
  const writing = startWriting(portal.origin, await portal.withDb(preparePlace));
  await pause(3_000);
  const filler = path.join(folder, "filler");
  writing.slowest = 0;
  for (const endsAt = performance.now() + 20_000; performance.now() < endsAt; await pause(50)) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail > 0) await appendFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  }
  const slowest = writing.slowest;
  const page = (await fetch(portal.origin)).status;
  rmSync(filler);
  const freedAt = performance.now();
  await pause(15_000);
  await writing.stop();
  const recoveredAt = writing.successes.find(({ at }) => at > freedAt)?.at ?? Number.POSITIVE_INFINITY;
  const allowed = [503, 507] as const;
  return portal.withDb(async (db) => [
    ...(await verifyWrites(writing, { db, dataDir: portal.dataDir, must: 100, allowed })),
    none("The first page fails while the disk is full", page === 200 ? 0 : 1),
    upTo("Slowest response while the disk is full", slowest, { must: 10_000, unit: " ms", digits: 0 }),
    upTo("Until a write succeeds again", (recoveredAt - freedAt) / 1_000, { must: 15, unit: " s" }),
  ]);
}

const parts = [serverKills, databaseKills, fullDisk];
const names = process.argv.slice(2);
const unknown = names.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Parts: ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
// Keeps this process alive while it waits for the database's unreferenced process to stop.
setInterval(() => undefined, 60_000);
let missed = 0;
for (const part of parts.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`\n## ${part.title}\n`);
  try {
    const result = await part.run();
    if (typeof result !== "string") missed += result.filter(({ reached }) => !reached).length;
    console.log(typeof result === "string" ? result : figureTable(result));
  } catch (error) {
    missed += 1;
    console.error(error);
  }
}
process.exit(missed === 0 ? 0 : 1);
