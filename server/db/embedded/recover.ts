import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { postgresProcessesIn } from "./processes.ts";
import { type Site, socketPort } from "./site.ts";
import { stopPostgres } from "./stop-postgres.ts";

/**
 * Refuses when a server answers for this folder although none of this machine's processes is one: a folder shared
 * by two containers, which do not see each other's processes. Two servers on one folder destroy it.
 */
export async function refuseWhenServedElsewhere(site: Site): Promise<void> {
  if (!(await responses(join(site.socketDir, `.s.PGSQL.${socketPort}`)))) return;
  // In this order: a server that another portal of this machine starts meanwhile has a process as soon as it answers.
  if (postgresProcessesIn(site.pgData, site.serverUser).length > 0) return;
  throw new StartRefused(
    `The data folder ${site.dataDir} is in use by a portal in another container; please stop that one or set DATA_DIR to another folder.`,
  );
}

/**
 * Clears what a crash left: a server without its portal is stopped, not adopted, because nothing is known of its
 * settings; lock files are removed once no server is behind them, since the process number in them may meanwhile be
 * somebody else's. Called only by the owner of the folder.
 */
export async function recover(site: Site, log: { warn(message: string): void }): Promise<void> {
  if (await stopPostgres(site)) log.warn("A database server left behind by a crash was stopped.");
  const socket = join(site.socketDir, `.s.PGSQL.${socketPort}`);
  for (const file of [join(site.pgData, "postmaster.pid"), socket, `${socket}.lock`])
    rmSync(file, { force: true });
}

function responses(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
