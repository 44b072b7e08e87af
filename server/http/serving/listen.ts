import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import { StartupError } from "#server/startup-error.ts";

/**
 * Opens the port.
 * @throws StartupError if the port is in use or not permitted, or if HOST isn't an address of this machine
 */
export async function listen(
  app: Pick<FastifyInstance, "listen">,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<void> {
  try {
    // The number of connections the kernel queues under load. It drops the others, and browsers retry only
    // after seconds. The default is 511.
    await app.listen({ port, host, backlog: 4_096 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartupError(
        `Port ${port} is in use. Stop the program using it, or set PORT to another port.`,
      );
    if (code === "EACCES")
      throw new StartupError(`You don't have permission to use port ${port}. Set PORT to 1024 or higher.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartupError(`The address ${host} isn't available on this machine. Check HOST.`);
    throw error;
  }
}
