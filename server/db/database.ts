import type { FastifyBaseLogger } from "fastify";
import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

/** In a write this is the transaction. There is no other handle that could be used by mistake. */
export type Db = Kysely<Tables>;

// Ids and counts stay below 2^53, so they are read as numbers. Calendar dates are never converted to
// timestamps.
const typeParsers: pg.CustomTypesConfig = {
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

/** Connection options that detect within a minute that an idle connection's machine has disappeared. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * Opens a pool in which a lost idle connection doesn't crash the process. The job workers use four of its
 * eight connections to listen for jobs. On two cores, more connections don't increase the throughput, and new
 * clients would wait longer under load. Node accepts one client per turn of its event loop, and each turn
 * handles the results of all connections (`npm run torture -- overload`).
 */
export function openPool(connection: Connection, log: Log): pg.Pool {
  const {
    statement_timeout: statementTimeoutMs = 30_000,
    idle_in_transaction_session_timeout: idleTimeoutMs = 30_000,
    ...poolOptions
  } = connection;
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: "portal",
    ...keepAlive,
    ...poolOptions,
    types: typeParsers,
    // Set by a statement because poolers such as PgBouncer reject connections that start with such settings. Timestamps are
    // returned in UTC, regardless of the server's own time zone.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise
    onConnect: (client) =>
      client.query(`set timezone = 'UTC'; set statement_timeout = ${statementTimeoutMs || 0};
        set idle_in_transaction_session_timeout = ${idleTimeoutMs || 0}`),
  });
  pool.on("error", (error) => log.warn(`Lost a database connection: ${error.message}`));
  // A connection in use also reports its error here. The query that runs on it is rejected with the same
  // error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Slower statements are logged. The wait for a connection doesn't count. */
const slowStatementMs = 500;

/** The handle outside transactions. It knows its pool. */
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

/** Logs the statement without its values, which might be secrets. */
function logSlow({ query, queryDurationMillis }: LogEvent, log: Log): void {
  if (queryDurationMillis > slowStatementMs)
    log.warn({ ms: Math.round(queryDurationMillis), statement: query.sql }, "slow statement");
}

/** Opens a handle on the pool. If `log` is given, slow statements are logged. */
export const openDatabase = (pool: pg.Pool, log?: Log): Db => new Database(pool, log);

/** Returns a handle on the same pool that logs slow statements elsewhere, such as to a request's log. */
export const withLog = (log: Log, db: Db): Db => (db instanceof Database ? new Database(db.pool, log) : db);

/**
 * Returns the numbers of open and idle connections in the pool, and of statements waiting for a connection.
 */
export function getPoolFigures(db: Db): { open: number; idle: number; waiting: number } {
  if (!(db instanceof Database)) throw new Error("A transaction has no pool.");
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = db.pool;
  return { open, idle, waiting };
}

/**
 * Opens a small separate pool for the search in the top bar, so that slow searches delay nothing else. Its
 * statement timeout cancels searches whose user has probably stopped waiting.
 */
export const openSearchDatabase = (connection: Connection, log: Log): Db =>
  openDatabase(openPool({ ...connection, max: 6, statement_timeout: 1_000 }, log), log);

/**
 * Whether `error` means that the database is unreachable, restarting or overloaded, rather than that the
 * statement failed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string")
    return (
      // Includes a server that is no longer the primary or not yet the primary, as during a failover.
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
