import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../startup-error.ts";
import { findPostgresProcesses } from "./processes.ts";
import type { ServerInstallation } from "./site.ts";
import { waitUntil } from "./wait.ts";

const shutdownTimeoutMs = 5_000;

/**
 * Stops every PostgreSQL process of the folder and returns whether there was one. Tries a fast shutdown
 * (SIGINT), then an immediate one (SIGQUIT, after which the next start recovers). Then kills the processes,
 * because a server recovering from a crash can hang.
 */
export async function stopPostgres({
  pgData,
  serverUser,
}: Pick<ServerInstallation, "pgData" | "serverUser">): Promise<boolean> {
  const findPids = () => findPostgresProcesses(pgData, serverUser);
  if (findPids().length === 0) return false;
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    const mainPid = readMainPid(pgData);
    const pids = findPids();
    // Without the main process, the others can't shut down in order.
    if (signal === "SIGINT" && !pids.includes(mainPid)) continue;
    for (const pid of signal === "SIGINT" ? [mainPid] : pids) send(signal, pid);
    if (await waitUntil(() => findPids().length === 0, { timeoutMs: shutdownTimeoutMs, intervalMs: 10 }))
      return true;
  }
  throw new StartupError(
    `The PostgreSQL process ${findPids().join(", ")} in ${pgData} won't stop. Restart the machine.`,
  );
}

/** Returns the process id in the server's lock file. Another program might have that id by now. */
function readMainPid(pgData: string): number {
  try {
    return Number.parseInt(readFileSync(join(pgData, "postmaster.pid"), "utf8"), 10);
  } catch {
    return Number.NaN;
  }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH") return;
    throw new StartupError(
      `A leftover PostgreSQL process (${pid}) in the data folder belongs to another user. Stop it and try again.`,
    );
  }
}
