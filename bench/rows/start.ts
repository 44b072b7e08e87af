import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { median } from "../figures.ts";
import { freePort, isReady, stop, withoutPortalSettings } from "../processes.ts";
import type { Row } from "../setting.ts";

/** `npm start` until the login page of a ready server: a second start, and a fresh clone with the packages from npm. */
export const start: Row = {
  name: "start",
  goal: 8,
  title: "Second start to the login page of a ready server; fresh clone to the login page",
  async measure() {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-bench-start-"));
    try {
      const dataDir = path.join(folder, "again");
      const first = await startIn(projectRoot, dataDir);
      const again: number[] = [];
      for (let round = 0; round < 3; round += 1) again.push(await startIn(projectRoot, dataDir));
      const cloned = path.join(folder, "portal");
      spawnSync("git", ["clone", "--quiet", "--local", projectRoot, cloned], { stdio: "inherit" });
      const fresh = await startIn(cloned, path.join(folder, "data"));
      return {
        figures: [
          {
            what: `Second start (the first, with the demo data: ${seconds(first)})`,
            must: "4 s",
            aim: "2 s",
            now: seconds(median(again)),
            reached: median(again) <= 4_000,
          },
          {
            what: "Fresh clone of the committed files",
            must: "40 s",
            aim: "25 s",
            now: seconds(fresh),
            reached: fresh <= 40_000,
          },
        ],
      };
    } finally {
      // Thousands of package folders: some file systems need a moment to see that one is empty.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** The milliseconds from the command to the page; the server is then stopped. */
async function startIn(folder: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: folder,
    env: { ...withoutPortalSettings(), PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    // A busy machine needs more than a minute for the packages.
    for (const page of ["/readyz", "/login"])
      await isReady(`http://127.0.0.1:${port}${page}`, child, { everyMs: 10, secondsMax: 300 });
    return performance.now() - startedAt;
  } finally {
    await stop(child);
  }
}
