import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import pino from "pino";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, openPool, openSearchDatabase } from "#server/db/database.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { pushToNoOne } from "#test/fakes/fake-push.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

/** The portal in this process, which records the statements of a request. */
export interface Recorder {
  /**
   * The statements that read data for a request, without those of the session, and the path of the next page. Undefined if
   * the session can't make the request.
   */
  record(cookie: string, path: string): Promise<{ statements: Statement[]; next?: string } | undefined>;
  stop(): Promise<void>;
}

export async function openRecorder(databaseUrl: string): Promise<Recorder> {
  const log = pino({ level: "silent" });
  const connection = { connectionString: databaseUrl };
  const dataDir = await mkdtemp(path.join(tmpdir(), "portal-bench-recorder-"));
  const config = readConfig({ DEMO: "0", DATA_DIR: dataDir });
  const pool = openPool(connection, log);
  const searchDb = openSearchDatabase(connection, log);
  const live = openLiveBus(connection, log);
  const app = await buildApp({
    config,
    db: openDatabase(pool),
    searchDb,
    files: await openFiles(config, log),
    live,
    postCharges,
    identityProvider: null,
    push: pushToNoOne(),
    secretKey: Buffer.alloc(32, 1),
    log,
    clock: () => new Date(),
    cards: null,
  });
  const recorded: Statement[] = [];
  const stopRecording = recordQueries(recorded);
  return {
    async record(cookie, url) {
      recorded.length = 0;
      const response = await app.inject({ url, headers: { cookie } });
      if (response.statusCode === 403) return undefined;
      if (response.statusCode !== 200) throw new Error(`${url} returned ${response.body}`);
      const next = /<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
      const statements = recorded.filter(
        ({ text }) => /^\s*(select|with)\b/i.test(text) && !/\bfrom sessions\b/.test(text),
      );
      return { statements, ...(next === undefined ? {} : { next }) };
    },
    async stop() {
      stopRecording();
      await app.close();
      await live.close();
      await pool.end();
      await searchDb.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds every statement that this process sends to `statements`. Returns a function that stops it. */
function recordQueries(statements: Statement[]): () => void {
  const client = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  client.query = function (this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } = (typeof first === "string" ? { text: first } : first) as Partial<Statement>;
    if (text !== undefined)
      statements.push({ text, values: values ?? (Array.isArray(second) ? second : []) });
    return query.apply(this, args);
  };
  return () => {
    client.query = query;
  };
}
