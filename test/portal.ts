import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pino from "pino";
import { inject } from "vitest";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type Connection, type Db, openDatabase, openPool, openSearchDatabase } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { openCards } from "#server/integrations/cards/cards.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { openIdentityProvider } from "#server/integrations/identity-provider.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { templateName, withClient } from "./database.ts";
import { pushToNoOne } from "./fakes/fake-push.ts";

/** A complete portal with its own database and folder, without a network port. */
export interface TestPortal {
  app: FastifyInstance;
  db: Db;
  services: Services;
  connection: Connection;
  filesFolder: string;
  clock: TestClock;
  /** Sends a request, signed out unless a cookie is given. */
  call(method: Method, url: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  cookie?: string;
  body?: InjectOptions["payload"];
  headers?: Record<string, string>;
}

/** The portal's clock, which tests can move. */
export interface TestClock {
  now: Date;
  advanceMinutes(minutes: number): void;
}

let copies = 0;
const silent = pino({ level: "silent" });

export async function startPortal(environment: Record<string, string> = {}): Promise<TestPortal> {
  const server = inject("databaseConnection");
  const database = `portal_${process.pid}_${++copies}`;
  await withClient({ ...server, database: "postgres" }, (client) =>
    client.query(`create database ${database} template ${templateName} strategy file_copy`),
  );
  const connection = { ...server, database };
  const pool = openPool(connection, silent);
  const db = openDatabase(pool);
  const searchDb = openSearchDatabase(connection, silent);
  const folder = await mkdtemp(path.join(tmpdir(), "portal-files-"));
  const clock: TestClock = {
    now: new Date(),
    advanceMinutes(minutes) {
      this.now = new Date(this.now.getTime() + minutes * 60_000);
    },
  };
  const config: Config = readConfig({ DEMO: "0", DATA_DIR: folder, ...environment });
  const live = openLiveBus(connection, silent);
  const ours = {
    config,
    db,
    searchDb,
    postCharges,
    files: await openFiles(config, silent),
    live,
    identityProvider: openIdentityProvider(config),
    push: pushToNoOne(() => clock.now),
    secretKey: Buffer.alloc(32, 1),
    log: silent,
    clock: () => clock.now,
  };
  const services: Services = { ...ours, cards: await openCards(ours) };
  const app = await buildApp(services);
  return {
    app,
    db,
    services,
    connection,
    filesFolder: path.join(folder, "files"),
    clock,
    call: createCaller(app),
    async close() {
      await app.close();
      await live.close();
      await db.destroy();
      await searchDb.destroy();
      await withClient({ ...server, database: "postgres" }, (client) =>
        client.query(`drop database ${database} with (force)`),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const createCaller =
  (app: FastifyInstance): TestPortal["call"] =>
  (method, url, { cookie, body, headers } = {}) =>
    app.inject({
      method,
      url,
      headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
