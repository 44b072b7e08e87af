import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/project-root.ts";

/** A measured server, in its own process. */
export interface Running {
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** The portal as `npm start` runs it, on `databaseUrl`. Its files are in `dataDir`. */
export async function startPortal(databaseUrl: string): Promise<Running & { dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "portal-bench-"));
  const running = await startInstance({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return {
    ...running,
    dataDir,
    async stop() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The portal as `npm start` runs it, with these environment variables. */
export const startInstance = (environment: Record<string, string>): Promise<Running> =>
  start(["dist/server/main.js"], "/readyz", { DEMO: "0", NODE_ENV: "production", ...environment });

/** The floor. It writes the files it receives to `filesFolder`. */
export const startFloor = (databaseUrl: string, filesFolder: string): Promise<Running> =>
  start(["--import", "tsx", "bench/floor.ts"], "/hello", {
    DATABASE_URL: databaseUrl,
    FILES_FOLDER: filesFolder,
  });

async function start(
  args: string[],
  readyPath: string,
  environment: Record<string, string>,
): Promise<Running> {
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...withoutPortalSettings(), HOST: "127.0.0.1", ...environment, PORT: port },
    // The log is written, but discarded.
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${origin}${readyPath}`, child);
  return { origin, process: child, stop: () => stop(child) };
}

/** Resolves when `url` responds with success. */
export async function waitUntilReady(url: string, child: ChildProcess, seconds = 60): Promise<void> {
  const endsAt = Date.now() + seconds * 1000;
  while (Date.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`A measured server exited with ${child.exitCode}.`);
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await pause(20);
  }
  throw new Error(`${url} did not respond within ${seconds} seconds.`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

/** The environment without the portal's variables, which must not affect the measurement. */
export function withoutPortalSettings(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, LANG, TMPDIR }).filter(([, value]) => value !== undefined),
  );
}

/** The resident memory of a process in MB, current and peak, as reported by Linux. */
export function readMemory(child: ChildProcess): { current: number; peak: number } {
  const text = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const inMb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) / 1024;
  return { current: inMb("VmRSS"), peak: inMb("VmHWM") };
}
