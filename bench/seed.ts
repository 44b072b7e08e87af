import { createHash } from "node:crypto";
import type pg from "pg";

/** The people who sign in during a measurement, each with the token of a session. */
export const people = {
  admin: "bench-admin",
  /** Owns 2 buildings. */
  landlord: "bench-landlord",
  /** Owns 300 buildings. */
  bigLandlord: "bench-big-landlord",
  /** Works in 8 buildings. */
  maintenance: "bench-maintenance",
  /** Works in every building. */
  caretaker: "bench-caretaker",
  tenant: "bench-tenant",
  pending: "bench-pending",
} as const;
export type Person = keyof typeof people;

/** A building that both landlords own and both technicians work in. */
export const sharedProperty = 5;
/** The lease of `tenant`; unit and property have the same number. */
export const tenantLease = 7;

export const sessionCookie = (person: Person): string => toCookie(people[person]);

/** The cookie of the session whose token is a username. */
export const toCookie = (username: string): string => `portal_session=${username}`;

const chunk = 100_000;

/**
 * Fills a migrated, empty database with `orders` work orders and, for each 100 of them, 20 documents, 20 payments, 3 units
 * and 2 leases with a tenant each, in 400 buildings of very different size. The rows are deterministic.
 */
export async function seed(client: pg.Client, orders: number): Promise<void> {
  await client.query("set maintenance_work_mem = '512MB'");
  const units = Math.max(1_200, Math.round(orders / 400) * 12);
  const papers = Math.round(orders / 5);
  for (const statement of portfolio(units, (units * 2) / 3)) await client.query(statement);
  for (const username of Object.values(people)) await addSession(client, username);

  // Disables triggers; the rows include what the triggers would write.
  await client.query("set session_replication_role = replica");
  const indexes = await dropIndexes(client, ["work_orders", "documents"]);
  for (let from = 1; from <= orders; from += chunk) {
    const to = Math.min(from + chunk - 1, orders);
    await client.query(ordersBetween, [from, to, orders]);
    await client.query(firstEntriesBetween, [from, to]);
  }
  await client.query(watchers, [orders]);
  await client.query(documents, [papers]);
  for (const definition of indexes) await client.query(definition);
  for (const statement of ledger(papers)) await client.query(statement);
  await client.query("set session_replication_role = default");
  for (const table of ["work_orders", "documents"])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
  // Also sets the visibility map, which index-only scans need.
  await client.query("vacuum analyze");
}

/** Adds `count` people with the permissions of `person`, so that they can hold more streams. Returns their usernames. */
export async function addClones(client: pg.Client, person: Person, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${people[person]}-${index}`);
  const { rows } = await client.query<{ original: number; id: number }>(
    `insert into users (email, username, full_name, role, state, all_buildings, requested_unit_id)
     select name || '@bench.example', name, full_name, role, state, all_buildings, requested_unit_id
     from users, unnest($2::text[]) name where username = $1
     returning id, (select id from users where username = $1) as original`,
    [people[person], names],
  );
  const ids = [rows[0]?.original, rows.map(({ id }) => id)];
  for (const table of ["property_landlords", "property_staff"])
    await client.query(
      `insert into ${table} (property_id, user_id)
       select property_id, clone from ${table}, unnest($2::bigint[]) clone where user_id = $1`,
      ids,
    );
  await client.query(
    `insert into lease_members (lease_id, property_id, user_id, from_on)
     select lease_id, property_id, clone, from_on from lease_members, unnest($2::bigint[]) clone where user_id = $1`,
    ids,
  );
  for (const name of names) await addSession(client, name);
  return names;
}

async function addSession(client: pg.Client, username: string): Promise<void> {
  await client.query(
    `insert into sessions (id_hash, user_id, idle_until, ends_at)
     select $1, id, now() + interval '40 days', now() + interval '40 days' from users where username = $2`,
    [createHash("sha256").update(username).digest(), username],
  );
}

/** Building an index once is much faster than updating it row by row. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** $2,500.00 per month in total. */
const terms = {
  areaSquareFeet: 1_200,
  dueDay: 1,
  graceDays: 5,
  depositCents: 0,
  lines: (
    [
      ["rent", "Base rent", 230_750],
      ["common-area", "Common areas", 16_750],
      ["utilities", "Utilities", 2_500],
    ] as const
  ).map(([kind, label, monthlyCents], at) => ({
    key: at + 1,
    kind,
    label,
    from: "2000-01-01",
    to: null,
    price: { monthlyCents },
  })),
  escalations: [],
  freeRent: [],
  lateFee: null,
};

/* Unit n is in property 1 + (n - 1) % 400, lease n has unit n, and tenant n is its member. */
const portfolio = (units: number, leases: number): string[] => [
  `insert into properties (id, name, address, city, state, zip, type)
     select i, 'Building ' || i, i || ' Bench Street', 'Seattle', 'WA', '98101', 'multi' from generate_series(1, 400) i`,
  `insert into units (id, property_id, unit_number, type, status)
     select i, 1 + (i - 1) % 400, (100 + i / 400)::text, 'office', case when i <= ${leases} then 'occupied' else 'vacant' end
     from generate_series(1, ${units}) i`,
  `insert into users (email, username, full_name, role, state, all_buildings)
     select kind || i || '@bench.example', 'bench-' || kind || i, initcap(kind) || ' Person ' || i, kind, 'active', false
     from (values ('landlord', 20), ('maintenance', 40), ('tenant', ${leases})) kinds (kind, many), generate_series(1, many) i`,
  `insert into users (email, username, full_name, role, state, all_buildings, requested_unit_id) values
     ('bench-admin@bench.example', 'bench-admin', 'Bench Admin', 'admin', 'active', false, null),
     ('bench-landlord@bench.example', 'bench-landlord', 'Bench Landlord', 'landlord', 'active', false, null),
     ('bench-big-landlord@bench.example', 'bench-big-landlord', 'Bench Big Landlord', 'landlord', 'active', false, null),
     ('bench-maintenance@bench.example', 'bench-maintenance', 'Bench Technician', 'maintenance', 'active', false, null),
     ('bench-caretaker@bench.example', 'bench-caretaker', 'Bench Caretaker', 'maintenance', 'active', true, null),
     ('bench-tenant@bench.example', 'bench-tenant', 'Bench Tenant', 'tenant', 'active', false, null),
     ('bench-pending@bench.example', 'bench-pending', 'Bench Applicant', 'tenant', 'pending', false, 1)`,
  `insert into property_landlords (property_id, user_id)
     select p.id, u.id from properties p, users u
     where (u.email like 'landlord%' and p.id % 20 = u.id % 20) or (u.email = 'bench-landlord@bench.example' and p.id in (5, 6))
       or (u.email = 'bench-big-landlord@bench.example' and p.id <= 300)`,
  `insert into property_staff (property_id, user_id)
     select p.id, u.id from properties p, users u
     where (u.email like 'maintenance%' and (p.id + u.id) % 8 = 0) or (u.email = 'bench-maintenance@bench.example' and p.id between 3 and 10)`,
  // A portal of this size is set up.
  "update users set checklist_dismissed = true where role in ('admin', 'landlord')",
  "insert into companies (name) select 'Company ' || i from generate_series(1, 400) i",
  `insert into leases (id, property_id, company_id, from_on)
     select i, 1 + (i - 1) % 400, 1 + i % 400, current_date - 2000 from generate_series(1, ${leases}) i`,
  `insert into lease_units (lease_id, unit_id, property_id, during, has_started)
     select id, id, property_id, daterange(from_on, null), true from leases`,
  `insert into lease_members (lease_id, property_id, user_id, from_on)
     select l.id, l.property_id, u.id, l.from_on from leases l join users u on u.email = 'tenant' || l.id || '@bench.example'
     union all
     select l.id, l.property_id, u.id, l.from_on from leases l, users u where l.id = ${tenantLease} and u.email = 'bench-tenant@bench.example'`,
  `insert into lease_terms (lease_id, property_id, number, from_on, terms)
     select id, property_id, 1, from_on, '${JSON.stringify(terms)}' from leases`,
  "insert into lease_accounts (lease_id, property_id) select id, property_id from leases",
  `select setval(pg_get_serial_sequence(name, 'id'), most) from (values
     ('properties', 400), ('units', ${units}), ('leases', ${leases})) as tables (name, most)`,
];

/*
 * A hash of the row number replaces randomness, so that every run has the same orders, of 14 words each. Building 1 has one in
 * twenty of them, building 400 one in 800. The open ones are in the last tenth. Whatever the number of orders, 250 are in
 * building 7, most of them in the bench tenant's unit.
 */
const ordersBetween = `
  with chance as (
    select i, i % ($3::bigint / 250) = 0 as is_tenants, (hashint8extended(i, 1) & 2147483647) / 2147483648.0 as place, (hashint8extended(i, 2) & 2147483647) as a,
           (hashint8extended(i, 3) & 2147483647) as b, (hashint8extended(i, 4) & 2147483647) / 2147483648.0 as state
    from generate_series($1::bigint, $2::bigint) i
  ), placed as (
    select *, case when is_tenants then ${tenantLease} else 1 + floor(400 * power(place, 2))::int end as property_id,
      case when i > $3::bigint * 0.9 or state > 0.98
        then (array['open', 'open', 'open', 'open', 'in_progress', 'in_progress', 'scheduled', 'urgent', 'completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + a % 13]
        else (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + a % 10] end as status
    from chance
  ), located as (
    select placed.*, u.id as unit_id, l.id as lease_id
    from placed left join units u on u.property_id = placed.property_id and b % 10 < 8
      and u.id = placed.property_id + case when is_tenants then 0 else 400 * (b % (select count(*) / 400 from units)) end
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
      ' ' || (a >> 5) % 1000 || ' beside the ' || case when i % 25000 = 13 then 'xylophone' else 'thing' || (b >> 4) % 50 end ||
      case when (a >> 7) % 2 = 0 then ' upstairs' else ' downstairs' end || case when (b >> 7) % 2 = 0 then ' since' else ' before' end ||
      ' the ' || (array['morning', 'noon', 'evening', 'night'])[1 + (a >> 9) % 4] || ' of meeting word' || (a >> 6) % 20000 as title,
      (array['Electrical', 'Plumbing', 'Plumbing', 'HVAC', 'HVAC', 'Structural', 'Maintenance', 'Maintenance', 'Other', 'General', 'Cleaning', 'Security'])[1 + (b >> 5) % 12] as category,
      (array['Floor ', 'Lobby ', 'Suite ', 'Garage '])[1 + (a >> 12) % 4] || (b >> 6) % 40 as location,
      (array['low', 'low', 'medium', 'medium', 'medium', 'high', 'high', 'urgent'])[1 + (a >> 3) % 8] as priority,
      case when lease_id is null then (select min(id) from users where role = 'landlord') + b % 20
           else (select min(id) from users where role = 'tenant') + lease_id - 1 end as created_by_id,
      case when status in ('open', 'urgent') and b % 3 > 0 then null else (select min(id) from users where role = 'maintenance') + (a >> 4) % 40 end as assignee_id,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * ($3::bigint - i) / $3::bigint)::int) as at
    from located
  ) orders`;

const firstEntriesBetween = `
  with entries as materialized (
    insert into work_order_activity (work_order_id, property_id, seq, action_type, details, user_id, user_name, user_role, created_at, previous_hash, hash)
    select o.id, o.property_id, 1, 'created', '{"photos": 0}', o.created_by_id, 'Somebody', 'tenant', o.created_at, '', o.content_hash
    from work_orders o where o.id between $1 and $2
    returning work_order_id, property_id, seq, hash
  )
  insert into work_order_activity_heads (work_order_id, property_id, seq, hash) select work_order_id, property_id, seq, hash from entries`;

/* Every tenth order has a watcher, and the people who sign in watch 500 each, most of them finished. */
const watchers = `
  insert into work_order_watchers (work_order_id, property_id, user_id, added_by_id)
  select o.id, o.property_id, u.id, u.id from work_orders o join users u on u.role <> 'tenant'
    and (u.email like 'bench-%' and o.id % ($1::bigint / 500) = u.id % 7 or u.email like 'maintenance%' and o.id % 10 = 0 and u.id % 40 = o.id / 10 % 40)
  where o.deleted_at is null`;

/*
 * Payments of past months, 5,000 overdue charges, and the charges of next month, paid ahead, so that a posting run charges
 * the month after it. There are no postings: no list reads them, and no balance is summed.
 */
const ledger = (payments: number): string[] => [
  `create temp table made as
     select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, l.id as lease_id, l.property_id,
       current_date - make_interval(months => n, days => (l.id % 5)::integer) as at
     from leases l, generate_series(1, ${payments} / (select count(*) from leases)::integer) n order by n desc, l.id`,
  `insert into ledger_entries (id, property_id, lease_id, kind, on_day, description, made_at)
     select id, property_id, lease_id, 'payment', at, 'Payment by check, ' || id, at from made`,
  `insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as)
     select id, property_id, lease_id, at, at, -250000, 0, 'collected' from made`,
  `insert into payments (entry_id, property_id, lease_id, receipt_number, method, description, reference, amount_cents,
       refunded_cents, paid_on, paid_at)
     select id, property_id, lease_id, row_number() over (order by at, id),
       case when id % 3 = 0 then 'card' when id % 50 = 1 then 'zelle' else 'check' end, 'Monthly Rent Payment',
       case when id % 3 = 0 then '' else 'Check ' || id end, 250000, case when id % 5000 = 7 then 250000 else 0 end, at, at
     from made`,
  "update receipt_numbers set last = (select count(*) from payments)",
  `with charges as (
     insert into ledger_entries (property_id, lease_id, kind, on_day, description)
     select property_id, id, 'charge', current_date - (5 + id % 300)::integer, 'Base rent' from leases where id <= 5000
     returning id, property_id, lease_id, on_day
   )
   insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind)
     select id, property_id, lease_id, on_day, on_day, 230750, 230750, 'charged', 'rent' from charges`,
  `create temp table charged as
     select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, l.id as lease_id, l.property_id, line,
       (date_trunc('month', current_date) + interval '1 month')::date as month
     from leases l, json_array_elements('${JSON.stringify(terms.lines)}') line`,
  `insert into ledger_entries (id, property_id, lease_id, kind, on_day, description)
     select id, property_id, lease_id, 'charge', current_date, line->>'label' from charged`,
  `insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind,
       terms_number, line_key, month, from_on, to_on, revision)
     select id, property_id, lease_id, current_date, month, (line->'price'->>'monthlyCents')::bigint, 0, 'charged', line->>'kind',
       1, (line->>'key')::integer, month, month, (month + interval '1 month - 1 day')::date, 0 from charged`,
];

/*
 * Building 1 has one in twenty of them; 250 belong to the bench tenant's lease.  */
const documents = `
  with chance as (
    select i, i % ($1::bigint / 250) = 0 as is_tenants, (hashint8extended(i, 11) & 2147483647) / 2147483648.0 as place,
      (hashint8extended(i, 12) & 2147483647) as a, (hashint8extended(i, 13) & 2147483647) as b
    from generate_series(1, $1::bigint) i
  ), placed as (
    select *, case when is_tenants then ${tenantLease} else 1 + floor(400 * power(place, 2))::int end as property_id from chance
  ), located as (
    select placed.*, u.id as unit_id, l.id as lease_id
    from placed left join units u on u.property_id = placed.property_id and (is_tenants or b % 10 < 6)
      and u.id = placed.property_id + case when is_tenants then 0 else 400 * (b % (select count(*) / 400 from units)) end
    left join leases l on l.id = u.id
  ), made as (
    insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, expires_on, created_by_id, created_at)
    select i, property_id, unit_id, lease_id,
      case when unit_id is null then case when a % 4 = 0 then 'staff' else 'building' end when lease_id is null then 'staff' else 'lease' end,
      case when i % 25000 = 13 then 'Xylophone ' else '' end ||
        (array['Annual', 'Signed', 'Renewed', 'Draft', 'Final', 'Amended', 'Second', 'Stamped'])[1 + a % 8] || ' ' ||
        (array['lease', 'certificate', 'insurance policy', 'floor plan', 'inspection report', 'boiler manual', 'lift contract', 'addendum', 'notice', 'invoice', 'permit', 'survey'])[1 + a / 8 % 12]
        || ' ' || a / 96 % 100,
      (array['Lease', 'Lease', 'Addendum', 'Maintenance', 'Maintenance', 'Maintenance', 'Contract', 'Insurance', 'Insurance', 'Other'])[1 + (a >> 3) % 10],
      case when a % 5 = 0 then current_date + (200 + b % 500)::int end,
      (select min(id) from users where role = 'landlord') + b % 20,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * ($1::bigint - i) / $1::bigint)::int)
    from located
    returning id, property_id, created_by_id, created_at
  )
  insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
  select id, property_id, 1, 'no/' || id, 'paper.pdf', 'application/pdf', 20000, '\\x0000000000000000000000000000000000000000000000000000000000000000', created_by_id, created_at, 'unscanned'
  from made`;
