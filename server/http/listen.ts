import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { StartRefused } from "../start-refused.ts";

/** Opens the port. @throws StartRefused when it is in use, is not allowed to this user, or HOST is not of this machine */
export async function listen(
  app: Pick<FastifyInstance, "listen">,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<void> {
  try {
    // In a rush the kernel holds this many connections until they are accepted; beyond the usual 511 it would drop them, and a
    // browser tries again only after seconds.
    await app.listen({ port, host, backlog: 4_096 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartRefused(
        `Port ${port} is in use: please stop the program that uses it, or set PORT to another port.`,
      );
    if (code === "EACCES")
      throw new StartRefused(`This user may not open port ${port}: please set PORT to 1024 or more.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartRefused(`This machine has no address ${host}: please check HOST.`);
    throw error;
  }
}
