import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atLeast, atMost, type Figure, none, type Part } from "./figure.ts";
import { faultsFound, ownPortal } from "./own-portal.ts";
import { halves, missing, preparePlace, startWriting, statuses } from "./writers.ts";

const megabytes = 256;
const fullSeconds = 20;

/** Database and files are on a small file system of their own, which others fill up and make room on again. */
export const fullDisk: Part = {
  name: "full-disk",
  title: "A full disk",
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-full-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
    if (mounted.status !== 0) {
      rmSync(folder, { recursive: true, force: true });
      return "Not tried: a small file system can be mounted by root only.";
    }
    const portal = await ownPortal(path.join(folder, "data"));
    try {
      await portal.start();
      const place = await portal.withDb(preparePlace);
      const writing = startWriting(portal.origin, place);
      await pause(3_000);
      const filler = path.join(folder, "of-others");
      const beganAt = performance.now();
      writing.slowest = 0;
      while (performance.now() < beganAt + fullSeconds * 1_000) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail > 0) await appendFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
        await pause(50);
      }
      const [slowest, whileFull] = [writing.slowest, writing.answered.length];
      const page = (await fetch(portal.origin)).status;
      rmSync(filler);
      const roomAt = performance.now();
      await pause(15_000);
      await writing.stop();
      const first = writing.answered.find(({ at }) => at > roomAt)?.at ?? Number.POSITIVE_INFINITY;
      return await portal.withDb(async (db) => {
        const figures: Figure[] = [
          atLeast("Writes answered with success", 100, writing.answered.length),
          atLeast("of them after there was room again", 50, writing.answered.length - whileFull),
          none("Answered writes that are missing", (await missing(db, writing.answered)).length),
          none("Halves of a write", await halves(db)),
          none("Faults found by `npm run verify`", await faultsFound(db, portal.dataDir)),
          atMost("Slowest answer meanwhile", 10_000, slowest, " ms"),
          atMost("Until a write succeeds again", 15, (first - roomAt) / 1_000, " s"),
          { what: "The first page meanwhile", must: "200", now: String(page), reached: page === 200 },
          statuses(writing, [201, 503, 507]),
        ];
        return figures;
      });
    } finally {
      await portal.end();
      spawnSync("umount", [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
