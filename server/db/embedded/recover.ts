import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { StartupError } from "../../startup-error.ts";
import { findPostgresProcesses } from "./processes.ts";
import { type Site, socketPort } from "./site.ts";
import { stopPostgres } from "./stop-postgres.ts";

/**
 * Rejects the start if a server responds in this folder although no process of this machine is that server.
 * In that case two containers share the folder and don't see each other's processes. Two servers on one
 * folder would destroy it.
 * @throws StartupError
 */
export async function assertNotServedElsewhere(site: Site): Promise<void> {
  const socket = join(site.socketDir, `.s.PGSQL.${socketPort}`);
  // Checks twice because a server of this machine that is being killed might respond and then have no process
  // left.
  for (const _ of [1, 2]) {
    if (!(await acceptsConnections(socket))) return;
    // In this order because a server that another portal of this machine starts in between has a process
    // before it responds.
    if (findPostgresProcesses(site.pgData, site.serverUser).length > 0) return;
  }
  throw new StartupError(
    `The data folder ${site.dataDir} is in use by a portal in another container. Stop that portal, or set DATA_DIR to a different folder.`,
  );
}

/**
 * Cleans up after a crash. A server without its portal is stopped, not adopted, because its settings are
 * unknown. Lock files without a server are removed because their process id might now belong to another
 * program. Called only by the owner of the folder.
 */
export async function recover(site: Site, log: { warn(message: string): void }): Promise<void> {
  if (await stopPostgres(site)) log.warn("Stopped a database server left behind by a crash.");
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
