import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { postgresProcessesIn } from "./processes.ts";
import { type Site, socketPort } from "./site.ts";
import { stopPostgres } from "./stop-postgres.ts";

/**
 * Refuses the start when a server responds in this folder although no process of this machine is that server: two containers
 * share the folder and do not see each other's processes. Two servers on one folder destroy it.
 * @throws StartRefused
 */
export async function refuseWhenServedElsewhere(site: Site): Promise<void> {
  const socket = join(site.socketDir, `.s.PGSQL.${socketPort}`);
  // Twice, as a server of this machine that is being killed may respond and then have no process any more.
  for (const _ of [1, 2]) {
    if (!(await acceptsConnections(socket))) return;
    // In this order: a server that another portal of this machine starts meanwhile has a process before it responds.
    if (postgresProcessesIn(site.pgData, site.serverUser).length > 0) return;
  }
  throw new StartRefused(
    `The data folder ${site.dataDir} is in use by a portal in another container; please stop that one or set DATA_DIR to another folder.`,
  );
}

/**
 * Cleans up after a crash. A server without its portal is stopped, not adopted, because its settings are unknown. Lock files
 * without a server are removed, since the process id in them may belong to another program by now. Called only by the owner
 * of the folder.
 */
export async function recover(site: Site, log: { warn(message: string): void }): Promise<void> {
  if (await stopPostgres(site)) log.warn("A database server left behind by a crash was stopped.");
  const socket = join(site.socketDir, `.s.PGSQL.${socketPort}`);
  for (const file of [join(site.pgData, "postmaster.pid"), socket, `${socket}.lock`])
    rmSync(file, { force: true });
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
