import type pg from "pg";
import { setBits } from "#domains/documents/server/keep-bits.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import { withClient } from "./database.ts";

const chunk = 100_000;

/**
 * Adds `documents` papers with a file each, three of five with a text, to a seeded portfolio. The same numbers give the same
 * rows; what triggers and jobs keep is written at once.
 */
export async function addDocuments(
  url: string,
  documents: number,
  say: (line: string) => void,
): Promise<void> {
  await withClient(url, (client) => insertDocuments(client, documents, say));
  const pool = openPool({ connectionString: url, statement_timeout: 0 }, console);
  await setBits(openDatabase(pool), Number.POSITIVE_INFINITY);
  await pool.end();
  await withClient(url, (client) => client.query("vacuum analyze document_word_bits"));
}

async function insertDocuments(
  client: pg.Client,
  documents: number,
  say: (line: string) => void,
): Promise<void> {
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  const indexes = await dropIndexes(client, ["documents", "document_files", "document_words"]);
  await client.query(written);
  for (let from = 1; from <= documents; from += chunk) {
    const to = Math.min(from + chunk - 1, documents);
    await client.query(documentsBetween, [from, to, documents]);
    await client.query(textsBetween, [from, to]);
    await client.query(wordsBetween, [from, to]);
    say(`  ${to.toLocaleString("en-US")} documents`);
  }
  await client.query(kept);
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
 * Titles and texts are taken from a few thousand, with their words. In a text stand some thirty words of two hundred that
 * many texts have, some thirty of twenty thousand, and either `broker` or `tenancy`, which never meet.
 */
const written = `
  create temp table titles as
    select n, title, words_of_title(title) as words from (
      select n, (array['Annual', 'Signed', 'Renewed', 'Draft', 'Final', 'Amended', 'Second', 'Stamped'])[1 + n % 8] || ' ' ||
        (array['lease', 'certificate', 'insurance policy', 'floor plan', 'inspection report', 'boiler manual', 'lift contract', 'addendum', 'notice', 'invoice', 'permit', 'survey'])[1 + n / 8 % 12]
        || ' ' || n / 96 as title
      from generate_series(0, 9599) n) titles;
  create temp table texts as
    select n, text, array_to_tsvector(array(select distinct unnest(words_of_text(text)))) as words from (
      select n, case n % 2 when 0 then 'Broker ' else 'Tenancy ' end || string_agg(
        case when w % 2 = 0 then 'common' || (200 * power((hashint8extended(n * 64 + w, 1) & 2147483647) / 2147483648.0, 2))::int
             else 'word' || (hashint8extended(n * 64 + w, 2) & 2147483647) % 20000 end, ' ' order by w) as text
      from generate_series(0, 4999) n, generate_series(0, 59) w group by n) texts;
  insert into document_vocabulary select word from ts_stat('select words from pg_temp.texts') on conflict do nothing;
  insert into document_vocabulary values ('xylophone') on conflict do nothing;
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
    insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, expires_on, created_by_id, created_at)
    select i, property_id, unit_id, lease_id,
      case when unit_id is null then case when a % 4 = 0 then 'staff' else 'building' end when lease_id is null then 'staff' else 'lease' end,
      case when i % 25000 = 13 then 'Xylophone ' else '' end || t.title,
      (array['Lease', 'Lease', 'Addendum', 'Maintenance', 'Maintenance', 'Maintenance', 'Contract', 'Insurance', 'Insurance', 'Other'])[1 + (a >> 3) % 10],
      case when a % 5 = 0 then current_date + (200 + b % 500)::int end,
      case when is_tenants then (select id from users where email = 'bench-tenant@bench.example')
           when lease_id is not null and a % 9 = 0 then (select min(id) from users where role = 'tenant') + lease_id - 1
           when a % 50 = 7 then (select min(id) from users where role = 'maintenance') + b % 40
           else (select min(id) from users where role = 'landlord') + b % 20 end,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * ($3::bigint - i) / $3::bigint)::int)
    from located join titles t on t.n = a % 9600
    returning id, property_id, created_by_id, created_at
  )
  insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
  select id, property_id, 1, 'no/' || id, 'paper.pdf', 'application/pdf', 20000, '\\x0000000000000000000000000000000000000000000000000000000000000000', created_by_id, created_at, 'unscanned'
  from made`;

const textOf = "(hashint8extended(d.id, 14) & 2147483647) % 5000";
const textsBetween = `
  insert into document_texts (document_id, property_id, number, text)
  select d.id, d.property_id, 1, t.text || case when d.id % 20000 = 17 then ' beside the xylophone' else '' end
  from documents d join texts t on t.n = ${textOf} where d.id between $1 and $2 and d.id % 5 < 3`;
const wordsBetween = `
  insert into document_words (id, property_id, unit_id, lease_id, visibility, type, created_by_id, words)
  select d.id, d.property_id, d.unit_id, d.lease_id, d.visibility, d.type, d.created_by_id, marks_of_document(d)
    || case when d.title like 'Xylophone %' then words_of_title(d.title) else ti.words end
    || case when d.id % 5 < 3 then te.words else '' end
    || case when d.id % 20000 = 17 and d.id % 5 < 3 then 'beside the xylophone'::tsvector else '' end
  from documents d join titles ti on ti.n = (hashint8extended(d.id, 12) & 2147483647) % 9600 join texts te on te.n = ${textOf}
  where d.id between $1 and $2`;

const kept = `
  delete from list_counts where list = 'documents';
  insert into list_counts (list, place, facet, block, count, is_folded)
    select 'documents', place, facet, (d.id >> 16)::integer, count(*), true
    from documents d cross join lateral document_step(d, 1) step cross join lateral unnest(array[0, step.property_id]) place
      cross join lateral unnest(array_append(step.facets, '')) facet group by 2, 3, 4;
  select setval(pg_get_serial_sequence('documents', 'id'), (select max(id) from documents))`;
