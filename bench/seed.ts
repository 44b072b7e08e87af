import { createHash } from "node:crypto";
import type pg from "pg";

/** Who signs in during a measurement: a session for each, of which the cookie is known. */
export const people = {
  admin: "bench-admin",
  /** Owns 10 buildings. */
  landlord: "bench-landlord",
  /** Owns 40 buildings: more than are merged one by one. */
  bigLandlord: "bench-big-landlord",
  /** Works in 8 buildings. */
  maintenance: "bench-maintenance",
  /** Works in every building. */
  caretaker: "bench-caretaker",
  tenant: "bench-tenant",
  pending: "bench-pending",
} as const;
export type Person = keyof typeof people;

export const sessionCookie = (person: string): string => `portal_session=${person}`;

const chunk = 100_000;

/**
 * Fills a migrated, empty database with `orders` work orders of a plausible portfolio: 60 buildings of very different
 * size, 400 leases, 40 technicians. The same numbers give the same rows.
 */
export async function seed(client: pg.Client, orders: number, say: (line: string) => void): Promise<void> {
  await client.query(portfolio);
  for (const cookie of Object.values(people)) await addSession(client, cookie, `${cookie}@bench.example`);
  const indexes = await dropIndexes(client);
  await client.query("alter table work_order_activity disable trigger activity_is_chained");
  for (let from = 1; from <= orders; from += chunk) {
    const to = Math.min(from + chunk - 1, orders);
    await client.query(ordersBetween, [from, to, orders]);
    await client.query(firstEntriesBetween, [from, to]);
    say(`  ${to.toLocaleString("en-US")} orders`);
  }
  await client.query("alter table work_order_activity enable trigger activity_is_chained");
  await client.query(
    "select setval(pg_get_serial_sequence('work_orders', 'id'), (select max(id) from work_orders))",
  );
  for (const definition of indexes) await client.query(definition);
  // Also sets the visibility map, without which no scan stays within an index.
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

/** The cookies of `many` further people with the rights of `person`, as a stream is one of a few that a person may hold. */
export async function clonesOf(client: pg.Client, person: Person, many: number): Promise<string[]> {
  const original = `${people[person]}@bench.example`;
  const names = Array.from({ length: many }, (_, index) => `${people[person]}-${index}`);
  const { rows } = await client.query<{ original: number; id: number }>(
    `insert into users (email, username, full_name, role, state, all_buildings, claimed_unit_id)
     select name || '@bench.example', name, full_name, role, state, all_buildings, claimed_unit_id
     from users, unnest($2::text[]) name where email = $1
     returning id, (select id from users where email = $1) as original`,
    [original, names],
  );
  const ids = [rows[0]?.original, rows.map(({ id }) => id)];
  await client.query(
    `insert into property_landlords (property_id, user_id)
     select property_id, clone from property_landlords, unnest($2::bigint[]) clone where user_id = $1`,
    ids,
  );
  await client.query(
    `insert into property_staff (property_id, user_id)
     select property_id, clone from property_staff, unnest($2::bigint[]) clone where user_id = $1`,
    ids,
  );
  await client.query(
    `insert into lease_members (lease_id, property_id, user_id, from_on)
     select lease_id, property_id, clone, from_on from lease_members, unnest($2::bigint[]) clone where user_id = $1`,
    ids,
  );
  for (const name of names) await addSession(client, name, `${name}@bench.example`);
  return names;
}

export async function addSession(client: pg.Client, cookie: string, email: string): Promise<void> {
  await client.query(
    `insert into sessions (id_hash, user_id, idle_until, ends_at)
     select $1, id, now() + interval '10 days', now() + interval '10 days' from users where email = $2`,
    [createHash("sha256").update(cookie).digest(), email],
  );
}

/** Building an index once is many times faster than adding to it row by row. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'work_orders'::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const portfolio = `
  insert into properties (id, name, address, city, state, zip, type)
    select i, 'Building ' || i, i || ' Bench Street', 'Seattle', 'WA', '98101', 'multi' from generate_series(1, 60) i;
  insert into units (property_id, unit_number, type)
    select 1 + (i - 1) % 60, (100 + i)::text, 'office' from generate_series(1, 600) i;
  insert into users (email, username, full_name, role, state, all_buildings)
    select kind || i || '@bench.example', 'bench-' || kind || i, initcap(kind) || ' Person ' || i, kind, 'active', false
    from (values ('landlord', 20), ('maintenance', 40), ('tenant', 400)) kinds (kind, many), generate_series(1, many) i;
  insert into users (email, username, full_name, role, state, all_buildings, claimed_unit_id) values
    ('bench-admin@bench.example', 'bench-admin', 'Bench Admin', 'admin', 'active', false, null),
    ('bench-landlord@bench.example', 'bench-landlord', 'Bench Landlord', 'landlord', 'active', false, null),
    ('bench-big-landlord@bench.example', 'bench-big-landlord', 'Bench Big Landlord', 'landlord', 'active', false, null),
    ('bench-maintenance@bench.example', 'bench-maintenance', 'Bench Technician', 'maintenance', 'active', false, null),
    ('bench-caretaker@bench.example', 'bench-caretaker', 'Bench Caretaker', 'maintenance', 'active', true, null),
    ('bench-tenant@bench.example', 'bench-tenant', 'Bench Tenant', 'tenant', 'active', false, null),
    ('bench-pending@bench.example', 'bench-pending', 'Bench Applicant', 'tenant', 'pending', false, 1);
  insert into property_landlords (property_id, user_id)
    select p.id, u.id from properties p, users u
    where (u.email like 'landlord%' and p.id % 20 = u.id % 20) or (u.email = 'bench-landlord@bench.example' and p.id <= 10)
       or (u.email = 'bench-big-landlord@bench.example' and p.id <= 40);
  insert into property_staff (property_id, user_id)
    select p.id, u.id from properties p, users u
    where (u.email like 'maintenance%' and (p.id + u.id) % 8 = 0) or (u.email = 'bench-maintenance@bench.example' and p.id between 3 and 10);
  insert into companies (name) select 'Company ' || i from generate_series(1, 400) i;
  insert into leases (property_id, company_id, from_on)
    select u.property_id, i, current_date - 2000 from generate_series(1, 400) i join units u on u.id = i;
  insert into lease_units (lease_id, unit_id, property_id, during)
    select id, id, property_id, daterange(from_on, null) from leases;
  insert into lease_members (lease_id, property_id, user_id, from_on)
    select l.id, l.property_id, u.id, l.from_on from leases l join users u on u.email = 'tenant' || l.id || '@bench.example'
    union all
    select l.id, l.property_id, u.id, l.from_on from leases l, users u where l.id = 7 and u.email = 'bench-tenant@bench.example'`;

/*
 * A number's hash stands for chance, so that every run has the same orders. Building 1 has about every eighth order,
 * building 60 one in a thousand; the last tenth is where the unfinished ones are. Of every portfolio 250 orders are
 * in building 7, and 200 of them in the bench tenant's unit, so that the small one fills a tenant's pages too.
 */
const ordersBetween = `
  with chance as (
    select i, i % ($3::bigint / 250) = 0 as is_tenants, (hashint8extended(i, 1) & 2147483647) / 2147483648.0 as place, (hashint8extended(i, 2) & 2147483647) as a,
           (hashint8extended(i, 3) & 2147483647) as b, (hashint8extended(i, 4) & 2147483647) / 2147483648.0 as state
    from generate_series($1::bigint, $2::bigint) i
  ), placed as (
    select *, case when is_tenants then 7 else 1 + floor(60 * power(place, 2))::int end as property_id,
      case when i > $3::bigint * 0.9 or state > 0.98
        then (array['open', 'open', 'open', 'open', 'in_progress', 'in_progress', 'scheduled', 'urgent', 'completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + a % 13]
        else (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + a % 10] end as status
    from chance
  ), located as (
    select placed.*, u.id as unit_id, l.id as lease_id
    from placed left join units u on u.property_id = placed.property_id and b % 10 < 8
      and u.id = placed.property_id + case when is_tenants then 0 else 60 * (b % 10) end
    left join leases l on l.id = u.id
  )
  insert into work_orders (id, property_id, unit_id, lease_id, title, description, category, location, priority, status,
    created_by_id, assignee_id, content_hash, created_at, updated_at, completed_at)
  select i, property_id, unit_id, lease_id, title, 'Reported by the tenant: ' || title || '. Please come during office hours and call before.',
    category, location, priority, status, created_by_id, assignee_id, sha256(convert_to(title, 'UTF8')), at, at,
    case when status = 'completed' then at + interval '2 days' end
  from (
    select *,
      (array['Leaking', 'Broken', 'Flickering', 'Noisy', 'Blocked', 'Cracked', 'Loose', 'Cold'])[1 + (a >> 8) % 8] || ' ' ||
      (array['tap', 'light', 'window', 'door', 'radiator', 'socket', 'drain', 'lift', 'lock', 'fan', 'pump', 'ceiling'])[1 + (b >> 8) % 12] ||
      case when i % 25000 = 13 then ' beside the xylophone' else '' end || ' ' || (a >> 5) % 1000 as title,
      (array['Electrical', 'Plumbing', 'Plumbing', 'HVAC', 'HVAC', 'Structural', 'Maintenance', 'Maintenance', 'Other', 'General', 'Cleaning', 'Security'])[1 + (b >> 5) % 12] as category,
      (array['Floor ', 'Lobby ', 'Suite ', 'Garage '])[1 + (a >> 12) % 4] || (b >> 6) % 40 as location,
      (array['low', 'low', 'medium', 'medium', 'medium', 'high', 'high', 'urgent'])[1 + (a >> 3) % 8] as priority,
      (select min(id) from users where role = 'landlord') + b % 20 as landlord_id,
      case when lease_id is null then (select min(id) from users where role = 'landlord') + b % 20
           else (select min(id) from users where role = 'tenant') + lease_id - 1 end as created_by_id,
      case when status in ('open', 'urgent') and b % 3 > 0 then null else (select min(id) from users where role = 'maintenance') + (a >> 4) % 41 end as assignee_id,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * ($3::bigint - i) / $3::bigint)::int) as at
    from located
  ) orders`;

const firstEntriesBetween = `
  with entries as materialized (
    insert into work_order_activity (work_order_id, property_id, seq, action_type, particulars, user_id, user_name, user_role, created_at, previous_hash, hash)
    select o.id, o.property_id, 1, 'created', '{"photos": 0}', o.created_by_id, 'Somebody', 'tenant', o.created_at, '', o.content_hash
    from work_orders o where o.id between $1 and $2
    returning work_order_id, property_id, seq, hash
  )
  insert into work_order_activity_heads (work_order_id, property_id, seq, hash) select work_order_id, property_id, seq, hash from entries`;
