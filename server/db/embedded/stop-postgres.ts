import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { postgresProcessesIn } from "./processes.ts";
import type { Site } from "./site.ts";
import { becomesTrue } from "./wait.ts";

const patienceMs = 5_000;

/**
 * Stops every PostgreSQL process of the folder and returns whether there was one. Tries a fast shutdown first (SIGINT), then
 * an immediate one (SIGQUIT; the next start recovers), then kills: a server that is recovering from a crash can hang.
 */
export async function stopPostgres({
  pgData,
  serverUser,
}: Pick<Site, "pgData" | "serverUser">): Promise<boolean> {
  const running = () => postgresProcessesIn(pgData, serverUser);
  if (running().length === 0) return false;
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    const main = mainProcess(pgData);
    const pids = running();
    // Without the main process the others cannot shut down in order.
    if (signal === "SIGINT" && !pids.includes(main)) continue;
    for (const pid of signal === "SIGINT" ? [main] : pids) send(signal, pid);
    if (await becomesTrue(() => running().length === 0, { forMs: patienceMs, everyMs: 10 })) return true;
  }
  throw new StartRefused(
    `The PostgreSQL process ${running().join(", ")} in ${pgData} does not end; please restart the machine.`,
  );
}

/** The process id in the server's lock file; another program may have that id by now. */
function mainProcess(pgData: string): number {
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
    throw new StartRefused(
      `The PostgreSQL process ${pid} left behind in the data folder belongs to another user; please stop it and start again.`,
    );
  }
}
