import type { Duplex } from "node:stream";
import {
  type Compilable,
  CompiledQuery,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
  type RawBuilder,
  sql,
} from "kysely";
import type pg from "pg";
import type { Db } from "./database.ts";

/** Each name costs memory on every connection, so there is an end to them; searches have many, and leave some for the others. */
const namesMax = 300;
const searchNamesMax = 200;
const names = new Map<string, string>();
/** A newer program may change a table under statements of ours; from then on they are planned anew each time. */
let isNaming = true;
const planIsOutdated = "0A000";

/**
 * Runs `text` as a prepared statement, which PostgreSQL parses and plans once a connection: for the few statements that
 * every request makes. `text` comes from a small set; what varies stands in `values`.
 */
export function prepared<Row>(db: Db, text: string, values: readonly unknown[]): Promise<{ rows: Row[] }> {
  nameIt(text, namesMax);
  return db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
}

/** The same for a statement in parts: those that vary are values, so that the texts are few. */
export function preparedOf<Row>(
  db: Db,
  statement: RawBuilder<Row> | Compilable<Row>,
): Promise<{ rows: Row[] }> {
  const { sql: text, parameters } = statement.compile(db);
  return prepared(db, text, parameters);
}

/**
 * Runs a statement on connections that keep plans (`searchDb`) with one for the values at hand: where these decide which of
 * its conditions leads to few rows.
 */
export const plannedForValues = <Row>(db: Db, statement: RawBuilder<Row>): Promise<QueryResult<Row>> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(transaction);
    return statement.execute(transaction);
  });

function nameIt(text: string, max: number): void {
  if (!names.has(text) && names.size < max) names.set(text, `portal_${names.size}`);
}

interface Handling {
  /** Of an error: whether the connection was lost with it, which then is not handed to the next request. */
  isLoss: (error: unknown) => boolean;
  /** Prepares every statement, not only those that go through `prepared`. */
  preparesAll: boolean;
}

/** The pool as Kysely sees it: statements that are prepared keep their name on each connection. */
export function withStatements(pool: pg.Pool, handling: Handling): PostgresPool {
  const seen = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = seen.get(client) ?? wrap(client, handling);
      seen.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function wrap(client: pg.PoolClient, { isLoss, preparesAll }: Handling): PostgresPoolClient {
  let begun: Promise<unknown> | undefined;
  let isLost = false;
  const sendTogether = gatherWrites(client);
  async function query(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    sendTogether();
    if (text === "begin") {
      // The connection sends it together with the first statement, whose answer tells when it failed.
      begun = client.query(text);
      begun.catch(() => undefined);
      return { command: "SELECT", rowCount: 0, rows: [] };
    }
    if (preparesAll) nameIt(text, searchNamesMax);
    const name = isNaming ? names.get(text) : undefined;
    const answer = client.query<Record<string, unknown>>({
      ...(name === undefined ? {} : { name }),
      text,
      values: [...values],
    });
    const [result] = await Promise.all([answer, begun]).catch((error: { code?: string }) => {
      if (name !== undefined && error.code === planIsOutdated) isNaming = false;
      isLost ||= isLoss(error);
      throw error;
    });
    begun = undefined;
    return { command: result.command as "SELECT", rowCount: result.rowCount ?? 0, rows: result.rows };
  }
  return {
    query: query as PostgresPoolClient["query"],
    release: () => client.release(isLost),
  };
}

/**
 * What a connection is asked within one turn goes out with one write: writing is what a short statement costs most. The
 * stream is not in the types of pg.
 */
function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
