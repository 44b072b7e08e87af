import { Kysely, PostgresDialect } from "kysely";
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

// Instants leave the database in UTC, whatever the server's own zone.
const inUtc = "-c timezone=UTC";

export interface Connection extends pg.PoolConfig {}

/** A pool in which a lost idle connection does not crash the process. */
export function openPool(connection: Connection, log: { warn(message: string): void }): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "portal",
    options: inUtc,
    ...connection,
    types,
  });
  pool.on("error", (error) => log.warn(`A database connection was lost: ${error.message}`));
  // A connection in use reports its error here as well; the query that runs on it is rejected with the same error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export const openDatabase = (pool: pg.Pool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/**
 * For the search of the top bar: a small pool of its own, so that slow searches delay nothing else, with a statement
 * timeout that ends searches nobody waits for any more.
 */
export const openSearchDatabase = (connection: Connection, log: { warn(message: string): void }): Db =>
  openDatabase(openPool({ ...connection, max: 6, statement_timeout: 1_000 }, log));

/** Whether `error` means that the database is unreachable, restarting or overloaded, rather than that the statement failed. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string")
    return (
      /^(08|57P0|53)/.test(code) ||
      ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"].includes(code)
    );
  return (
    typeof message === "string" &&
    /Connection terminated|timeout exceeded when trying to connect|Client was closed/.test(message)
  );
}
