import type pg from "pg";

/** The people who sign in during a measurement, with their usernames. */
export const people = {
  admin: "bench-admin",
  /** Owns 2 properties. */
  landlord: "bench-landlord",
  /** Owns 300 properties. */
  bigLandlord: "bench-big-landlord",
  /** Works at 8 properties. */
  maintenance: "bench-maintenance",
  /** Works at every property. */
  caretaker: "bench-caretaker",
  tenant: "bench-tenant",
  pending: "bench-pending",
} as const;
export type Person = keyof typeof people;

/** A property that both landlords own and where both technicians work. */
export const sharedProperty = 5;
/** The lease of `tenant`. Its unit and property have the same ID. */
export const tenantLease = 7;

export const sessionCookie = (person: Person): string => toCookie(people[person]);

/** The cookie of the session whose token is a username. */
export const toCookie = (username: string): string => `portal_session=${username}`;

const batchSize = 100_000;

/**
 * Fills a migrated, empty database with work orders and, for each 100 of them, 20 documents, 20 payments, 3
 * units, and 2 leases with a tenant each, at 400 properties of very different sizes. The rows are
 * deterministic.
 */
export async function seed(client: pg.Client, workOrders: number): Promise<void> {
  await client.query("set maintenance_work_mem = '512MB'");
  const units = Math.max(1_200, Math.round(workOrders / 400) * 12);
  const documents = Math.round(workOrders / 5);
  for (const statement of portfolio(units, (units * 2) / 3)) await client.query(statement);
  await addSessions(client, Object.values(people));

  // Disables triggers. The rows include what the triggers would write.
  await client.query("set session_replication_role = replica");
  const indexes = await dropIndexes(client, ["work_orders", "documents"]);
  for (let from = 1; from <= workOrders; from += batchSize) {
    const to = Math.min(from + batchSize - 1, workOrders);
    await client.query(insertWorkOrders(from, to, workOrders));
    await client.query(insertLogEntries(from, to));
  }
  await client.query(insertDocuments(documents));
  for (const definition of indexes) await client.query(definition);
  await client.query(insertWatchers(workOrders));
  for (const statement of ledger(documents)) await client.query(statement);
  await client.query("set session_replication_role = default");
  for (const [table, last] of Object.entries({ work_orders: workOrders, documents }))
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${last})`);
  // Also sets the visibility map, which index-only scans need.
  await client.query("vacuum analyze");
}

/** Adds `count` people with the permissions of `person`, so that they can hold more streams. Returns their usernames. */
export async function addClones(client: pg.Client, person: Person, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${people[person]}-${index}`);
  const { rows } = await client.query<{ original: number; id: number }>(
    `insert into users (email, username, full_name, role, state, has_all_properties, requested_unit_id)
     select name || '@bench.example', name, full_name, role, state, has_all_properties, requested_unit_id
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
    `insert into lease_members (lease_id, property_id, user_id, starts_on)
     select lease_id, property_id, clone, starts_on from lease_members, unnest($2::bigint[]) clone where user_id = $1`,
    ids,
  );
  await addSessions(client, names);
  return names;
}

/** Signs the people in. The token of each session is the username. */
async function addSessions(client: pg.Client, usernames: readonly string[]): Promise<void> {
  await client.query(
    `insert into sessions (id_hash, user_id, idle_until, ends_at)
     select sha256(username::bytea), id, now() + interval '40 days', now() + interval '40 days' from users where username = any($1)`,
    [usernames],
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

const lines = [
  { key: 1, kind: "rent", label: "Base rent", monthlyCents: 230_750 },
  { key: 2, kind: "common-area", label: "Common areas", monthlyCents: 16_750 },
  { key: 3, kind: "utilities", label: "Utilities", monthlyCents: 2_500 },
];
const terms = {
  areaSquareFeet: 1_200,
  dueDay: 1,
  graceDays: 5,
  depositCents: 0,
  lines: lines.map(({ monthlyCents, ...line }) => ({
    ...line,
    from: "2000-01-01",
    to: null,
    price: { monthlyCents },
  })),
  escalations: [],
  freeRent: [],
  lateFee: null,
};

/* Unit n is at property 1 + (n - 1) % 400, lease n has unit n, and tenant n is its member. */
const portfolio = (units: number, leases: number): string[] => [
  `insert into properties (id, name, address, city, state, zip, type)
     select i, 'Building ' || i, i || ' Bench Street', 'Seattle', 'WA', '98101', 'multi' from generate_series(1, 400) i`,
  `insert into units (id, property_id, unit_number, type, status)
     select i, 1 + (i - 1) % 400, (100 + i / 400)::text, 'office', case when i <= ${leases} then 'occupied' else 'vacant' end
     from generate_series(1, ${units}) i`,
  `insert into users (email, username, full_name, role, state, has_all_properties, requested_unit_id)
     select username || '@bench.example', username, initcap(replace(username, '-', ' ')), role, state, has_all_properties, unit_id from (
       select role || i as username, role, 'active' as state, false as has_all_properties, null::bigint as unit_id
       from (values ('landlord', 20), ('maintenance', 40), ('tenant', ${leases})) roles (role, count), generate_series(1, count) i
       union all values ('bench-admin', 'admin', 'active', false, null), ('bench-landlord', 'landlord', 'active', false, null),
         ('bench-big-landlord', 'landlord', 'active', false, null), ('bench-maintenance', 'maintenance', 'active', false, null),
         ('bench-caretaker', 'maintenance', 'active', true, null), ('bench-tenant', 'tenant', 'active', false, null),
         ('bench-pending', 'tenant', 'pending', false, 1)
     ) people`,
  `insert into property_landlords (property_id, user_id)
     select p.id, u.id from properties p, users u
     where (username like 'landlord%' and p.id % 20 = u.id % 20) or (username = 'bench-landlord' and p.id in (5, 6))
       or (username = 'bench-big-landlord' and p.id <= 300)`,
  `insert into property_staff (property_id, user_id)
     select p.id, u.id from properties p, users u
     where (username like 'maintenance%' and (p.id + u.id) % 8 = 0) or (username = 'bench-maintenance' and p.id between 3 and 10)`,
  "update users set checklist_dismissed = true where role in ('admin', 'landlord')",
  "insert into companies (name) select 'Company ' || i from generate_series(1, 400) i",
  `insert into leases (id, property_id, company_id, starts_on)
     select i, 1 + (i - 1) % 400, 1 + i % 400, current_date - 2000 from generate_series(1, ${leases}) i`,
  `insert into lease_units (lease_id, unit_id, property_id, during, has_started)
     select id, id, property_id, daterange(starts_on, null), true from leases`,
  `insert into lease_members (lease_id, property_id, user_id, starts_on)
     select l.id, l.property_id, u.id, l.starts_on from leases l join users u on username = 'tenant' || l.id
     union all
     select l.id, l.property_id, u.id, l.starts_on from leases l, users u where l.id = ${tenantLease} and username = 'bench-tenant'`,
  `insert into lease_terms (lease_id, property_id, number, starts_on, terms)
     select id, property_id, 1, starts_on, '${JSON.stringify(terms)}' from leases`,
  "insert into lease_accounts (lease_id, property_id) select id, property_id from leases",
  `select setval(pg_get_serial_sequence(name, 'id'), last) from (values
     ('properties', 400), ('units', ${units}), ('leases', ${leases})) as tables (name, last)`,
];

/** One of the words, chosen by a number. */
const pick = (words: string, by: string): string => {
  const all = words.split(", ");
  return `(array['${all.join("', '")}'])[1 + (${by}) % ${all.length}]`;
};

/** The first user of a role. */
const firstUser = (role: string): string => `(select min(id) from users where role = '${role}')`;

/**
 * Places for rows with these numbers: property 1 has one in twenty, property 400 one in 800, and 250 are at the unit of the
 * bench's tenant. Hashes `a` and `b` of the number replace randomness.
 */
const places = (from: number, to: number, total: number): string => `
  with chance as (
    select i, i % ${total / 250} = 0 as is_tenants, hashint8extended(i, 1) & 2147483647 as a, hashint8extended(i, 2) & 2147483647 as b,
      (hashint8extended(i, 3) & 2147483647) / 2147483648.0 as share
    from generate_series(${from}::bigint, ${to}) i
  ), places as (
    select chance.*, p.id as property_id, u.id as unit_id, l.id as lease_id,
      date_trunc('milliseconds', now()) - make_interval(mins => (2000000.0 * (${total} - i) / ${total})::int) as at
    from chance join properties p on p.id = case when is_tenants then ${tenantLease} else 1 + floor(400 * share * share)::int end
    left join units u on u.property_id = p.id and (is_tenants or b % 10 < 8)
      and u.id = p.id + case when is_tenants then 0 else 400 * (b % (select count(*) / 400 from units)) end
    left join leases l on l.id = u.id
  )`;

/* Work orders with titles of 13 words. The open ones are in the last tenth. */
const insertWorkOrders = (from: number, to: number, total: number): string => `${places(from, to, total)}
  insert into work_orders (id, property_id, unit_id, lease_id, title, description, category, location, priority, status,
    created_by_id, assignee_id, content_hash, created_at, updated_at, completed_at)
  select i, property_id, unit_id, lease_id, title, 'Reported by the tenant: ' || title || '. Please come during office hours and call first.',
    ${pick("Electrical, Plumbing, Plumbing, HVAC, HVAC, Structural, Maintenance, Maintenance, Other, General, Cleaning, Security", "b >> 5")},
    ${pick("Floor, Lobby, Suite, Garage", "a >> 12")} || ' ' || (b >> 6) % 40,
    ${pick("low, low, medium, medium, medium, high, high, urgent", "a >> 3")}, status,
    case when lease_id is null then ${firstUser("landlord")} + b % 20 else ${firstUser("tenant")} + lease_id - 1 end,
    case when status not in ('open', 'urgent') or b % 3 = 0 then ${firstUser("maintenance")} + (a >> 4) % 40 end,
    sha256(convert_to(title, 'UTF8')), at, at, case when status = 'completed' then at + interval '2 days' end
  from (
    select *, ${pick("Leaking, Broken, Flickering, Noisy, Blocked, Cracked, Loose, Cold", "a >> 8")} || ' ' ||
      ${pick("faucet, light, window, door, radiator, socket, drain, elevator, lock, fan, pump, ceiling", "b >> 8")} || ' ' ||
      (a >> 5) % 1000 || ' near the ' || case when i % 25000 = 13 then 'xylophone' else 'thing' || (b >> 4) % 50 end || ' ' ||
      ${pick("upstairs, downstairs", "a >> 7")} || ' ' || ${pick("since, before", "b >> 7")} || ' the ' ||
      ${pick("morning, noon, evening, night", "a >> 9")} || ' of meeting word' || (a >> 6) % 20000 as title,
      case when i > ${total * 0.9} or a % 50 = 0
        then ${pick("open, open, open, open, in_progress, in_progress, scheduled, urgent, completed, completed, completed, completed, cancelled", "b")}
        when b % 10 = 0 then 'cancelled' else 'completed' end as status
    from places
  ) titled`;

const insertLogEntries = (from: number, to: number): string => `
  with entries as materialized (
    insert into work_order_activity (work_order_id, property_id, seq, action_type, details, user_id, user_name, user_role, created_at, previous_hash, hash)
    select o.id, o.property_id, 1, 'created', '{"photos": 0}', o.created_by_id, 'A Tenant', 'tenant', o.created_at, '', o.content_hash
    from work_orders o where o.id between ${from} and ${to}
    returning work_order_id, property_id, seq, hash
  )
  insert into work_order_activity_heads (work_order_id, property_id, seq, hash) select work_order_id, property_id, seq, hash from entries`;

/* Every tenth work order has a watcher, and the people who sign in watch 500 each. */
const insertWatchers = (total: number): string => `
  insert into work_order_watchers (work_order_id, property_id, user_id, added_by_id)
  select o.id, o.property_id, u.id, u.id from work_orders o join users u on u.role <> 'tenant'
    and (username like 'bench-%' and o.id % ${total / 500} = u.id % 7 or username like 'maintenance%' and o.id % 10 = 0 and u.id % 40 = o.id / 10 % 40)`;

const insertDocuments = (total: number): string => `${places(1, total, total)}, created as (
    insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, expires_on, created_by_id, created_at)
    select i, property_id, unit_id, lease_id,
      case when lease_id is not null then 'lease' when unit_id is null and a % 4 > 0 then 'building' else 'staff' end,
      ${pick("Annual, Signed, Renewed, Draft, Final, Amended, Second, Stamped", "a")} || ' ' ||
        ${pick("lease, certificate, insurance policy, floor plan, inspection report, notice, invoice, permit", "a >> 3")} || ' ' || a / 96 % 100,
      ${pick("Lease, Lease, Addendum, Maintenance, Maintenance, Maintenance, Contract, Insurance, Insurance, Other", "a >> 4")},
      case when a % 5 = 0 then current_date + (200 + b % 500)::int end, ${firstUser("landlord")} + b % 20, at
    from places returning id, property_id, created_by_id, created_at
  )
  insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
  select id, property_id, 1, 'no/' || id, 'paper.pdf', 'application/pdf', 20000, sha256('paper'), created_by_id, created_at, 'unscanned' from created`;

/*
 * Payments of past months, up to 5,000 overdue charges, and the charges of next month, paid ahead, so that a posting run charges
 * the month after it. There are no postings because no list reads them and no balance is summed.
 */
const ledger = (payments: number): string[] => [
  `create temp table paid as
     select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, l.id as lease_id, l.property_id,
       current_date - make_interval(months => n, days => (l.id % 5)::integer) as at
     from leases l, generate_series(1, ${payments} / (select count(*) from leases)::integer) n order by n desc, l.id`,
  `insert into ledger_entries (id, property_id, lease_id, kind, on_day, description, made_at)
     select id, property_id, lease_id, 'payment', at, 'Payment by check, ' || id, at from paid`,
  `insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as)
     select id, property_id, lease_id, at, at, -250000, 0, 'collected' from paid`,
  `insert into payments (entry_id, property_id, lease_id, receipt_number, method, description, reference, amount_cents,
       refunded_cents, paid_on, paid_at)
     select id, property_id, lease_id, row_number() over (order by at, id), ${pick("card, check, check, zelle", "id")},
       'Monthly Rent Payment', case when id % 4 = 0 then '' else 'Check ' || id end, 250000, 0, at, at
     from paid`,
  "update receipt_numbers set last = (select count(*) from payments)",
  `create temp table charged as
     select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, l.id as lease_id, l.property_id, line,
       month is null as is_overdue, coalesce(month, current_date - (5 + l.id % 300)::integer) as due_on, month
     from leases l, json_array_elements('${JSON.stringify(lines)}') line,
       (values (null), ((date_trunc('month', current_date) + interval '1 month')::date)) months (month)
     where month is not null or (l.id <= 5000 and line->>'kind' = 'rent')`,
  `insert into ledger_entries (id, property_id, lease_id, kind, on_day, description)
     select id, property_id, lease_id, 'charge', least(due_on, current_date), line->>'label' from charged`,
  `insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind,
       terms_number, line_key, month, starts_on, ends_on, revision)
     select id, property_id, lease_id, least(due_on, current_date), due_on, (line->>'monthlyCents')::bigint,
       case when is_overdue then (line->>'monthlyCents')::bigint else 0 end, 'charged', line->>'kind',
       case when not is_overdue then 1 end, case when not is_overdue then (line->>'key')::integer end,
       month, month, (month + interval '1 month - 1 day')::date, case when not is_overdue then 0 end from charged`,
];
