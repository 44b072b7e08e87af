import type pg from "pg";
import { withClient } from "./database.ts";

const chunk = 100_000;

/** Adds `documents` papers with a file each, three of five with a text, to a seeded portfolio. The same numbers give the same rows. */
export const addDocuments = (url: string, documents: number, say: (line: string) => void): Promise<void> =>
  withClient(url, (client) => insertDocuments(client, documents, say));

async function insertDocuments(
  client: pg.Client,
  documents: number,
  say: (line: string) => void,
): Promise<void> {
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  const indexes = await dropIndexes(client, ["documents", "document_files"]);
  await client.query(written);
  for (let from = 1; from <= documents; from += chunk) {
    const to = Math.min(from + chunk - 1, documents);
    await client.query(documentsBetween, [from, to, documents]);
    say(`  ${to.toLocaleString("en-US")} documents`);
  }
  await client.query(
    "select setval(pg_get_serial_sequence('documents', 'id'), (select max(id) from documents))",
  );
  for (const definition of indexes) await client.query(definition);
  await client.query("set session_replication_role = default");
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

/** Building an index once is many times faster than adding to it row by row. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/*
 * Titles and texts are taken from a few thousand. In a text stand some thirty words of two hundred that
 * many texts have, some thirty of twenty thousand, and either `broker` or `tenancy`, which never meet.
 */
const written = `
  create temp table titles as
    select n, (array['Annual', 'Signed', 'Renewed', 'Draft', 'Final', 'Amended', 'Second', 'Stamped'])[1 + n % 8] || ' ' ||
        (array['lease', 'certificate', 'insurance policy', 'floor plan', 'inspection report', 'boiler manual', 'lift contract', 'addendum', 'notice', 'invoice', 'permit', 'survey'])[1 + n / 8 % 12]
        || ' ' || n / 96 as title
      from generate_series(0, 9599) n;
  create temp table texts as
    select n, case n % 2 when 0 then 'Broker ' else 'Tenancy ' end || string_agg(
        case when w % 2 = 0 then 'common' || (200 * power((hashint8extended(n * 64 + w, 1) & 2147483647) / 2147483648.0, 2))::int
             else 'word' || (hashint8extended(n * 64 + w, 2) & 2147483647) % 20000 end, ' ' order by w) as text
      from generate_series(0, 4999) n, generate_series(0, 59) w group by n;
  create unique index on titles (n);
  create unique index on texts (n);
  analyze titles;
  analyze texts`;

/* Building 1 has about every eighth document, building 60 one in a thousand; 250 are of the bench tenant's lease. */
const documentsBetween = `
  with chance as (
    select i, i % ($3::bigint / 250) = 0 as is_tenants, (hashint8extended(i, 11) & 2147483647) / 2147483648.0 as place,
      (hashint8extended(i, 12) & 2147483647) as a, (hashint8extended(i, 13) & 2147483647) as b
    from generate_series($1::bigint, $2::bigint) i
  ), placed as (
    select *, case when is_tenants then 7 else 1 + floor(60 * power(place, 2))::int end as property_id from chance
  ), located as (
    select placed.*, u.id as unit_id, l.id as lease_id
    from placed left join units u on u.property_id = placed.property_id and (is_tenants or b % 10 < 6)
      and u.id = placed.property_id + case when is_tenants then 0 else 60 * (b % 10) end
    left join leases l on l.id = u.id
  ), made as (
    insert into documents (id, property_id, unit_id, lease_id, visibility, title, text, type, expires_on, created_by_id, created_at)
    select i, property_id, unit_id, lease_id,
      case when unit_id is null then case when a % 4 = 0 then 'staff' else 'building' end when lease_id is null then 'staff' else 'lease' end,
      case when i % 25000 = 13 then 'Xylophone ' else '' end || t.title,
      case when i % 5 < 3 then te.text || case when i % 20000 = 17 then ' beside the xylophone' else '' end end,
      (array['Lease', 'Lease', 'Addendum', 'Maintenance', 'Maintenance', 'Maintenance', 'Contract', 'Insurance', 'Insurance', 'Other'])[1 + (a >> 3) % 10],
      case when a % 5 = 0 then current_date + (200 + b % 500)::int end,
      case when is_tenants then (select id from users where email = 'bench-tenant@bench.example')
           when lease_id is not null and a % 9 = 0 then (select min(id) from users where role = 'tenant') + lease_id - 1
           when a % 50 = 7 then (select min(id) from users where role = 'maintenance') + b % 40
           else (select min(id) from users where role = 'landlord') + b % 20 end,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * ($3::bigint - i) / $3::bigint)::int)
    from located join titles t on t.n = a % 9600 join texts te on te.n = (hashint8extended(i, 14) & 2147483647) % 5000
    returning id, property_id, created_by_id, created_at
  )
  insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
  select id, property_id, 1, 'no/' || id, 'paper.pdf', 'application/pdf', 20000, '\\x0000000000000000000000000000000000000000000000000000000000000000', created_by_id, created_at, 'unscanned'
  from made`;
