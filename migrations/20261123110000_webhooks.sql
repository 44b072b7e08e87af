-- Webhooks and their deliveries.

create table webhooks (
  id bigint generated always as identity primary key,
  url text not null check (length(url) <= 500),
  -- The types of events. See domains/webhooks/events.ts.
  events text[] not null check (cardinality(events) > 0),
  -- Signs the deliveries. Encrypted with the portal's key and bound to the webhook.
  secret bytea not null,
  -- paused: manually, or after days of failures with pause_reason.
  state text not null default 'active' check (state in ('active', 'paused')),
  pause_reason text,
  -- The first failure since the latest success.
  failing_since timestamptz,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1
);

-- Written in the transaction of the event and sent by a job after its commit. Kept for 30 days.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  -- The same for all webhooks, attempts and replays.
  event_id text not null,
  kind text not null,
  -- The JSON as it is signed and sent.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'retrying', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status integer,
  response_start text,
  duration_ms integer,
  problem text,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
