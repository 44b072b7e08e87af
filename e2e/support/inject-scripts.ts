// Appends a script to every stored text of the portal in DATA_DIR, even to text that no form accepts.
// Started by attack.spec.ts.
import pg from "pg";
import { findDatabase } from "#server/db/find-database.ts";
import { readConfig } from "../../server/config.ts";

const log = { info() {}, warn: console.warn, error: console.error };
/** Longest first, because many columns have room for only a short one. */
const payloads = JSON.parse(process.env.PAYLOADS ?? "[]") as string[];
/** Columns whose values the portal defines, or that people sign in with. */
const excluded =
  /(_key|_type|_hash|_path|_zone|secret|token|fingerprint|^(kind|state|status|role|key|value|purpose|template|action|country|type|priority|category|scan|visibility|provider|link|method|means|subject_id|user_role|terms|support_email|support_phone|accounting_email|payment_handle|email|username|to_address|address_hash|scope|reference|client_secret|network_address|request_id|account|version|hash|column_name|one_time_code)$)/;

const { connection, stop } = await findDatabase(readConfig(process.env), log);
const client = new pg.Client(connection);
await client.connect();
// Turns off the triggers that prevent changes to the logs.
await client.query("set session_replication_role = replica");
const { rows } = await client.query<{ table: string; column: string; type: string }>(`
  select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'
    and t.table_type = 'BASE TABLE' and c.table_name not in ('schema_migrations', 'database_metadata', 'limit_counts')`);
const written: string[] = [];
for (const { table, column, type } of rows.filter((row) => !excluded.test(row.column))) {
  const [name, target] = [pg.escapeIdentifier(column), pg.escapeIdentifier(table)];
  // In JSON, only text with several words.
  const value =
    type === "text"
      ? `${name} || $1`
      : `regexp_replace(${name}::text, '(": "[^"]* [^"]*)"', '\\1' || replace(replace($1, '\\', '\\\\\\\\'), '"', '\\\\"') || '"', 'g')::jsonb`;
  // Settings are also validated when they're read, so they get only the shortest payload.
  for (const payload of table === "organization" ? payloads.slice(-1) : payloads)
    try {
      const { rowCount } = await client.query(
        `update ${target} set ${name} = ${value} where ${name}::text <> ''`,
        [payload],
      );
      if ((rowCount ?? 0) > 0) written.push(`${table}.${column}`);
      break;
    } catch (error) {
      // The column is too short for this payload, or allows only certain values.
      if (!/check constraint/.test(String(error))) throw error;
    }
}
await client.end();
await stop();
console.log(JSON.stringify(written));
