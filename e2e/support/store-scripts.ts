// Writes a script behind every text of the portal in DATA_DIR, also into those that no form takes. Run by attack.spec.ts.
import pg from "pg";
import { readConfig } from "../../server/config.ts";
import { reachDatabase } from "../../server/db/reach-database.ts";

const log = { info() {}, warn: console.warn, error: console.error };
/** The longest first; many texts have room for a short one only. */
const payloads = JSON.parse(process.env.PAYLOADS ?? "[]") as string[];
/** Words of the portal itself, and what people sign in with. */
const kept =
  /(_key|_type|_hash|_path|_zone|secret|token|fingerprint|^(kind|state|status|role|key|value|purpose|template|action|country|type|priority|category|scan|visibility|provider|link|method|means|subject_id|user_role|terms|support_email|support_phone|accounting_email|payment_handle|email|username|to_address|address_hash|asked_with|scope|reference|client_secret|network_address|request_id|account|version|hash|column_name|one_time_code)$)/;

const { connection, stop } = await reachDatabase(readConfig(process.env), log);
const client = new pg.Client(connection);
await client.connect();
// The logs and their hashes refuse changes.
await client.query("set session_replication_role = replica");
const { rows } = await client.query<{ table: string; column: string; type: string }>(`
  select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'
    and t.table_type = 'BASE TABLE' and c.table_name not in ('schema_migrations', 'database_facts', 'limit_counts')`);
const written: string[] = [];
for (const { table, column, type } of rows.filter((row) => !kept.test(row.column))) {
  const [name, target] = [pg.escapeIdentifier(column), pg.escapeIdentifier(table)];
  // In JSON: texts of several words.
  const value =
    type === "text"
      ? `${name} || $1`
      : `regexp_replace(${name}::text, '(": "[^"]* [^"]*)"', '\\1' || replace(replace($1, '\\', '\\\\\\\\'), '"', '\\\\"') || '"', 'g')::jsonb`;
  // The settings are also checked as they are read.
  for (const payload of table === "organisation" ? payloads.slice(-1) : payloads)
    try {
      const { rowCount } = await client.query(
        `update ${target} set ${name} = ${value} where ${name}::text <> ''`,
        [payload],
      );
      if ((rowCount ?? 0) > 0) written.push(`${table}.${column}`);
      break;
    } catch (error) {
      // It has no room for this one, or takes only certain words.
      if (!/check constraint/.test(String(error))) throw error;
    }
}
await client.end();
await stop();
console.log(JSON.stringify(written));
