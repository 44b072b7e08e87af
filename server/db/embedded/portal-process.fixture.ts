import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findPostgresProcesses, readStat } from "./processes.ts";
import { waitUntil } from "./wait.ts";

/** A timeout longer than any step takes on a busy machine. */
export const timeoutMs = 45_000;

/** Creates a folder that every user can traverse, and returns the function that removes it. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pg-")));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface PortalProcess {
  pid: number;
  /** The lines printed so far. */
  lines: string[];
  /** Resolves with the first line that starts with `beginning`, once it is printed. */
  line(beginning: string): Promise<string>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs portal.fixture.ts in its own process. */
export function runPortal(options: {
  dataDir: string;
  task?: "hold" | "write";
  nativeDir?: string;
  user?: { uid: number; gid: number } | undefined;
}): PortalProcess {
  const program = fileURLToPath(new URL("portal.fixture.ts", import.meta.url));
  const args = ["--import", "tsx", program, options.dataDir, options.task ?? "hold", options.nativeDir ?? ""];
  const child: ChildProcess = spawn(process.execPath, args, {
    ...options.user,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  if (child.stdout) createInterface(child.stdout).on("line", (line) => lines.push(line));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  let isClosed = false;
  const ended = once(child, "close").then(() => (isClosed = true));
  const find = (beginning: string) => lines.find((line) => line.startsWith(beginning));
  return {
    pid: child.pid ?? 0,
    lines,
    async line(beginning) {
      const isOver = () => find(beginning) !== undefined || isClosed;
      await waitUntil(isOver, { timeoutMs });
      const found = find(beginning);
      if (found === undefined)
        throw new Error(`It never printed "${beginning}". ${lines.at(-1)} ${errors.join("")}`);
      return found;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.stdin?.write("stop\n");
      await ended;
    },
  };
}

/** Returns the real path of the data files' folder inside a data folder. */
export function getPgData(dataDir: string): string {
  return join(realpathSync(join(dataDir, "postgres")), "18");
}

/** Returns every process of the database server in this data folder. */
export function findServerProcesses(dataDir: string): number[] {
  if (!existsSync(join(dataDir, "postgres"))) return [];
  const pgData = getPgData(dataDir);
  if (!existsSync(pgData)) return [];
  const { uid, gid } = statSync(pgData);
  return findPostgresProcesses(pgData, process.getuid?.() === 0 ? { uid, gid } : undefined);
}

/** Returns the process id of the server's main process. */
export function getMainProcess(dataDir: string): number {
  return Number.parseInt(readFileSync(join(getPgData(dataDir), "postmaster.pid"), "utf8"), 10);
}

/** Returns the shell that watches the server, and its helper. Without them, a server outlives its portal. */
export function findWatchdogProcesses(dataDir: string): number[] {
  const processes = listProcesses();
  const server = getMainProcess(dataDir);
  const shell = processes.find(({ pid }) => pid === server)?.parent;
  return processes
    .filter(({ pid, parent }) => pid === shell || (parent === shell && pid !== server))
    .map(({ pid }) => pid);
}

function listProcesses(): { pid: number; parent: number }[] {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid="], { encoding: "utf8" });
    const rows = stdout.trim().split("\n");
    return rows
      .map((row) => row.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  }
  return readdirSync("/proc")
    .map(Number)
    .flatMap((pid) => {
      const stat = Number.isNaN(pid) ? undefined : readStat(pid);
      return stat === undefined ? [] : [{ pid, parent: stat.parent }];
    });
}
