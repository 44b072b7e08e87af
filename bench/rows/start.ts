import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { median } from "../figures.ts";
import { freePort, isReady, stop, withoutPortalSettings } from "../processes.ts";
import type { Row } from "../setting.ts";

/** Row 8: `npm start` again, with its own database, to a page that the database has answered for. */
export const start: Row = {
  name: "start",
  title: "Second start to a database-backed page",
  async measure() {
    const dataDir = await mkdtemp(path.join(tmpdir(), "portal-bench-start-"));
    try {
      const first = await startIn(projectRoot, dataDir);
      const again: number[] = [];
      for (let round = 0; round < 5; round += 1) again.push(await startIn(projectRoot, dataDir));
      const seconds = median(again) / 1000;
      return {
        figures: [
          {
            what: `Second start (the first, with the demo data: ${(first / 1000).toFixed(1)} s)`,
            must: "3 s",
            aim: "1 s",
            now: `${seconds.toFixed(2)} s`,
            reached: seconds <= 3,
          },
        ],
      };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** A fresh clone, `npm start`, the login page: with the packages from npm, so measured only when asked for. */
export const clone: Row = {
  name: "clone",
  title: "Fresh clone to the login page",
  isOptional: true,
  async measure() {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-bench-clone-"));
    try {
      const cloned = path.join(folder, "portal");
      spawnSync("git", ["clone", "--quiet", "--local", projectRoot, cloned], { stdio: "inherit" });
      const seconds = (await startIn(cloned, path.join(folder, "data"))) / 1000;
      return {
        figures: [
          {
            what: "Clone to login page",
            must: "40 s",
            aim: "20 s",
            now: `${seconds.toFixed(1)} s`,
            reached: seconds <= 40,
          },
        ],
      };
    } finally {
      // Thousands of folders of packages: some file systems take a moment to see that one is empty.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

/** Milliseconds from the command to the page, whose server is then stopped. */
async function startIn(folder: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: folder,
    env: { ...withoutPortalSettings(), PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    // A machine at work needs more than a minute for the packages.
    for (const page of ["/readyz", "/login"])
      await isReady(`http://127.0.0.1:${port}${page}`, child, { everyMs: 10, secondsMax: 300 });
    return performance.now() - startedAt;
  } finally {
    await stop(child);
  }
}
