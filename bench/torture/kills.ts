import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { majorVersion } from "#server/db/embedded/site.ts";
import { atLeast, atMost, type Figure, none, type Part } from "./figure.ts";
import { faultsFound, type OwnPortal, ownPortal } from "./own-portal.ts";
import {
  halves,
  longestPause,
  missing,
  preparePlace,
  startWriting,
  statuses,
  type Writing,
} from "./writers.ts";

const rounds = (usual: number) => Number(process.env.TORTURE_ROUNDS ?? usual);

/** At a different moment each time. */
const someMs = () => 200 + Math.random() * 1_300;

/** While people write, the server is killed and started again, over and over. */
export const serverKills: Part = {
  name: "server-kills",
  title: "kill -9 of the server during mixed writes",
  run: () =>
    killing({ times: rounds(200), secondsMax: 60 }, async (portal) => {
      const { process: server } = portal.running();
      const end = once(server, "exit");
      server.kill("SIGKILL");
      await end;
      await portal.start();
    }),
};

/** While people write, the database is killed, which the portal starts again by itself. */
export const databaseKills: Part = {
  name: "database-kills",
  title: "kill -9 of the database during mixed writes",
  run: () =>
    killing({ times: rounds(50), secondsMax: 20 }, async (portal, writing) => {
      const note = path.join(portal.dataDir, "postgres", majorVersion, "postmaster.pid");
      const before = writing.answered.length;
      process.kill(Number.parseInt(readFileSync(note, "utf8"), 10), "SIGKILL");
      // Answers that were on their way do not count.
      await pause(200);
      for (let tries = 0; writing.answered.length < before + 30; tries += 1) {
        if (tries > 600) throw new Error("The portal did not go on within a minute.");
        await pause(100);
      }
    }),
};

/** `secondsMax`: without a successful write, of which starting the server takes most on a busy machine. */
async function killing(
  { times, secondsMax }: { times: number; secondsMax: number },
  kill: (portal: OwnPortal, writing: Writing) => Promise<void>,
): Promise<Figure[]> {
  const portal = await ownPortal();
  try {
    await portal.start();
    const place = await portal.withDb(preparePlace);
    const writing = startWriting(portal.origin, place);
    let longest = 0;
    for (let round = 1; round <= times; round += 1) {
      await pause(someMs());
      const killedAt = performance.now();
      await kill(portal, writing);
      await pause(500);
      longest = Math.max(longest, longestPause(writing, killedAt, performance.now()));
    }
    await writing.stop();
    return await portal.withDb(async (db) => [
      { what: "Kills", must: String(times), now: String(times), reached: true },
      atLeast("Writes answered with success", times * 10, writing.answered.length),
      none("Answered writes that are missing", (await missing(db, writing.answered)).length),
      none("Halves of a write", await halves(db)),
      none("Faults found by `npm run verify`", await faultsFound(db, portal.dataDir)),
      atMost("Longest time without a successful write", secondsMax, longest, " s"),
      statuses(writing),
    ]);
  } finally {
    await portal.end();
  }
}
