import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { buildApp } from "#server/app.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { createCaller, type TestPortal } from "../portal.ts";

/**
 * A simulated second instance of the portal. It has its own connections to the same database and shares the
 * files: the first instance's folder or a bucket.
 */
export interface SecondInstance {
  address: string;
  services: Services;
  call: TestPortal["call"];
  close(): Promise<void>;
}

export async function startSecondInstance(portal: TestPortal): Promise<SecondInstance> {
  const silent = pino({ level: "silent" });
  const ownFolder = await mkdtemp(path.join(tmpdir(), "portal-second-"));
  const config =
    portal.services.config.s3 === null
      ? portal.services.config
      : { ...portal.services.config, dataDir: ownFolder };
  const db = openDatabase(openPool(portal.connection, silent));
  const live = openLiveBus(portal.connection, silent);
  const services = { ...portal.services, config, db, live, files: await openFiles(config, silent) };
  const app = await buildApp(services);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    services,
    call: createCaller(app),
    async close() {
      await app.close();
      await live.close();
      await db.destroy();
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
}
