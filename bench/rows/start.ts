import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/project-root.ts";
import type { Row } from "../environment.ts";
import { compareTimes, inTurn, timed, upTo } from "../figures.ts";
import { throughput } from "../load.ts";
import { sessionCookie } from "../seed.ts";
import {
  freePort,
  readMemory,
  startPortal,
  stop,
  waitUntilReady,
  withoutPortalSettings,
} from "../servers.ts";

/** The time from `npm start` to the login page and a responding database: second start, and fresh clone. */
export const start: Row = {
  name: "start",
  goal: 8,
  title: "Second start; first start of a fresh clone against `npm ci` and the build alone",
  async measure() {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-bench-start-"));
    try {
      const dataDir = path.join(folder, "data");
      await timeStart(projectRoot, dataDir);
      const { again } = await inTurn({ again: () => timeStart(projectRoot, dataDir) }, { warmUp: false });
      let clones = 0;
      const inClone = async (measure: (clone: string) => Promise<number>) => {
        const clone = path.join(folder, `clone-${clones++}`);
        run("git", ["clone", "--quiet", "--local", projectRoot, clone], folder);
        const ms = await measure(clone);
        await rm(clone, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
        return ms;
      };
      return [
        upTo("Second start", again / 1000, { must: 4, aim: 2, unit: " s" }),
        await compareTimes(
          "First start of a fresh clone",
          {
            bare: () => inClone((clone) => timed(async () => installAndBuild(clone))),
            portal: () => inClone((clone) => timeStart(clone, path.join(clone, "data"))),
          },
          { must: 1.8, aim: 1.4, warmUp: false },
        ),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

function installAndBuild(clone: string): void {
  run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund", "--silent"], clone);
  run(process.execPath, ["scripts/build.mjs"], clone);
}

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, {
    cwd,
    env: withoutPortalSettings(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} exited with ${status}.`);
}

/** The milliseconds from the command until the database responds and the login page is there. The server is then stopped. */
async function timeStart(folder: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: folder,
    env: { ...withoutPortalSettings(), PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (const page of ["/readyz", "/login"])
      await waitUntilReady(`http://127.0.0.1:${port}${page}`, child, 600);
    return performance.now() - startedAt;
  } finally {
    await stop(child);
  }
}

/** The resident memory of a separate portal, idle and after many kinds of concurrent requests. */
export const memory: Row = {
  name: "memory",
  goal: 9,
  title: "Memory of the Node process",
  async measure(environment) {
    const portal = await startPortal(await environment.databaseUrl());
    try {
      await pause(5_000);
      const idle = readMemory(portal.process).current;
      const paths = [
        "/api/work-orders?page=1&pageSize=100",
        "/api/dashboard/stats",
        "/api/work-orders/777",
        "/api/work-orders?q=light",
      ];
      await throughput(portal.origin, {
        connections: 32,
        seconds: 8,
        request: (index) => ({
          path: paths[index % paths.length] ?? "/",
          cookie: sessionCookie("admin"),
        }),
      });
      const { peak } = readMemory(portal.process);
      return [
        upTo("Idle, five seconds after the start", idle, { must: 150, aim: 110, unit: " MB", digits: 0 }),
        upTo("Peak, 32 connections reading", peak, { must: 300, aim: 200, unit: " MB", digits: 0 }),
      ];
    } finally {
      await portal.stop();
    }
  },
};
