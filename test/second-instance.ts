import type { AddressInfo } from "node:net";
import pino from "pino";
import { buildApp } from "#server/app.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import { openLiveBus } from "#server/live/bus.ts";
import type { TestPortal } from "./portal.ts";

/** A simulated second instance of the portal: its own pool and live connection on the same database. */
export async function startSecondInstance(
  portal: TestPortal,
): Promise<{ address: string; close(): Promise<void> }> {
  const silent = pino({ level: "silent" });
  const db = openDatabase(openPool(portal.connection, silent));
  const live = openLiveBus(portal.connection, silent);
  const app = await buildApp({ ...portal.services, db, live });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      await live.close();
      await db.destroy();
    },
  };
}
