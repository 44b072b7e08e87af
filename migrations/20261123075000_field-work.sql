-- Field work: the time people spend on work orders, and conflicting updates of one work order.

create table work_order_times (
  id bigint generated always as identity primary key,
  work_order_id bigint not null,
  property_id bigint not null,
  user_id bigint not null references users (id),
  started_at timestamptz not null,
  -- Null while the timer is running.
  ended_at timestamptz,
  note text check (length(note) between 1 and 1000),
  version integer not null default 1,
  -- When the server received its latest change, which can be later than the times it names.
  recorded_at timestamptz not null,
  check (ended_at >= started_at),
  -- See maxTimeEntryHours.
  check (ended_at - started_at <= interval '24 hours'),
  -- A person works on one work order at a time.
  exclude using gist (user_id with =, tstzrange(started_at, ended_at) with &&),
  foreign key (work_order_id, property_id) references work_orders (id, property_id)
);
create index work_order_times_of on work_order_times (work_order_id, id);
create index work_order_times_of_user on work_order_times (user_id, started_at);
create unique index work_order_times_running on work_order_times (user_id) where ended_at is null;

-- Two updates made without knowing of each other. Both are kept until someone resolves the conflict; see docs/decisions/022.
create table work_order_conflicts (
  id bigint generated always as identity primary key,
  work_order_id bigint not null,
  property_id bigint not null,
  -- The requested update, and the work order at that time; see domains/work-orders/work.ts.
  requested jsonb not null,
  current jsonb not null,
  -- The status and assignee the device showed before the first of the steps that build on one another.
  expected jsonb not null,
  -- A signature that came with a rejected completion.
  signature_id bigint references work_order_signatures (id),
  -- The author of the requested update, and when they made it.
  user_id bigint not null references users (id),
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by_id bigint references users (id),
  outcome text check (outcome in ('used', 'left')),
  check ((resolved_at is null) = (outcome is null) and (resolved_at is null) = (resolved_by_id is null)),
  foreign key (work_order_id, property_id) references work_orders (id, property_id)
);
create index work_order_conflicts_signature on work_order_conflicts (signature_id) where signature_id is not null;
create index work_order_conflicts_of on work_order_conflicts (work_order_id, id);
-- A person's newer conflict replaces the earlier one.
create unique index work_order_conflicts_open on work_order_conflicts (work_order_id, user_id) where resolved_at is null;
