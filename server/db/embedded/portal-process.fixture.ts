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
import { postgresProcessesIn, readStat } from "./processes.ts";
import { becomesTrue } from "./wait.ts";

/** A time-out longer than any step takes on a busy machine. */
export const patienceMs = 45_000;

/** A new folder that every user may pass through, and the function that removes it. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pg-")));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface PortalProcess {
  pid: number;
  /** The lines printed so far. */
  lines: string[];
  /** The first line with this beginning, once it is printed. */
  line(beginning: string): Promise<string>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs portal.fixture.ts as a process of its own. */
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
      await becomesTrue(isOver, { forMs: patienceMs });
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

/** The folder of the data files inside a data folder, by its real path. */
export function pgDataIn(dataDir: string): string {
  return join(realpathSync(join(dataDir, "postgres")), "18");
}

/** Every process of the database server in this data folder. */
export function serverProcesses(dataDir: string): number[] {
  if (!existsSync(join(dataDir, "postgres"))) return [];
  const pgData = pgDataIn(dataDir);
  if (!existsSync(pgData)) return [];
  const { uid, gid } = statSync(pgData);
  return postgresProcessesIn(pgData, process.getuid?.() === 0 ? { uid, gid } : undefined);
}

/** The process id of the server's main process. */
export function mainProcessOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(pgDataIn(dataDir), "postmaster.pid"), "utf8"), 10);
}

/** The shell that watches the server, and its helper: without them a server outlives its portal. */
export function watchersOf(dataDir: string): number[] {
  const processes = listProcesses();
  const server = mainProcessOf(dataDir);
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
