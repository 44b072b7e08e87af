import type { FastifyBaseLogger } from "fastify";
import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

/** In a write this is the transaction; there is no other handle that could be used by mistake. */
export type Db = Kysely<Tables>;

// Ids and counts stay below 2^53, so they are read as numbers. Calendar days are never converted to an instant.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    if (oid === int8Array)
      return (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));
    return pg.types.getTypeParser(oid, format as "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};
const int8Array = 1016;

export interface Connection extends pg.PoolConfig {}

type Log = Pick<FastifyBaseLogger, "warn">;

/** For connections: an idle one to a machine that is gone without a word is noticed within a minute. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * A pool in which a lost idle connection does not crash the process. The job workers keep four of its eight connections to
 * listen for jobs. More of them answer no more on two cores, and new callers wait longer in a rush: Node accepts one of them per
 * turn of its event loop, and a turn handles what all connections have answered (`npm run torture -- overload`).
 */
export function openPool(connection: Connection, log: Log): pg.Pool {
  const {
    statement_timeout: statement = 30_000,
    idle_in_transaction_session_timeout: idle = 30_000,
    ...ours
  } = connection;
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: "portal",
    ...keepAlive,
    ...ours,
    types,
    // By a statement, as poolers such as pgbouncer refuse connections that begin with such settings. Instants leave the
    // database in UTC, whatever the server's own zone.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) =>
      client.query(`set timezone = 'UTC'; set statement_timeout = ${statement || 0};
        set idle_in_transaction_session_timeout = ${idle || 0}`),
  });
  pool.on("error", (error) => log.warn(`A database connection was lost: ${error.message}`));
  // A connection in use reports its error here as well; the query that runs on it is rejected with the same error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A statement that takes longer is logged; its wait for a connection does not count. */
const slowMs = 500;

/** The handle outside transactions, which knows its pool. */
class Database extends Kysely<Tables> {
  readonly pool: pg.Pool;

  constructor(pool: pg.Pool, log: Log | undefined) {
    super({
      dialect: new PostgresDialect({ pool }),
      ...(log !== undefined && { log: (event) => logSlow(event, log) }),
    });
    this.pool = pool;
  }
}

/** Without the values, which may be secrets. */
function logSlow({ query, queryDurationMillis }: LogEvent, log: Log): void {
  if (queryDurationMillis > slowMs)
    log.warn({ ms: Math.round(queryDurationMillis), statement: query.sql }, "slow statement");
}

/** With `log`, slow statements are logged. */
export const openDatabase = (pool: pg.Pool, log?: Log): Db => new Database(pool, log);

/** A handle on the same pool whose slow statements go to another log, such as that of a request. */
export const loggingTo = (log: Log, db: Db): Db => (db instanceof Database ? new Database(db.pool, log) : db);

/** How many connections a pool has open, how many of these are idle, and how many statements wait for one. */
export function poolFigures(db: Db): { open: number; idle: number; waiting: number } {
  if (!(db instanceof Database)) throw new Error("A transaction has no pool.");
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = db.pool;
  return { open, idle, waiting };
}

/**
 * For the search of the top bar: a small pool of its own, so that slow searches delay nothing else, with a statement
 * timeout that ends searches nobody waits for any more.
 */
export const openSearchDatabase = (connection: Connection, log: Log): Db =>
  openDatabase(openPool({ ...connection, max: 6, statement_timeout: 1_000 }, log), log);

/** Whether `error` means that the database is unreachable, restarting or overloaded, rather than that the statement failed. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string")
    return (
      // Also a server that no longer is, or not yet, the one to write to, as while a standby takes over.
      /^(08|57P0|53|25006)/.test(code) ||
      ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"].includes(code)
    );
  return (
    typeof message === "string" &&
    /Connection terminated|timeout exceeded when trying to connect|Client was closed|is not queryable/.test(
      message,
    )
  );
}
