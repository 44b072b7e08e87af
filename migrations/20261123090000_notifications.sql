-- Notifications in the bell menu, by email, and by push, according to each person's preferences.

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  property_id bigint references properties (id),
  work_order_id bigint references work_orders (id),
  document_id bigint references documents (id) on delete set null,
  -- The text is composed from kind and details when the notification is read. See domains/notifications/kinds.ts.
  kind text not null,
  details jsonb not null,
  -- The path it links to. Defaults to the work order or document.
  link text check (link like '/%' and length(link) <= 300),
  in_portal boolean not null default true,
  -- Whether it still needs to be emailed. email_id is set once the email is queued.
  by_email boolean not null default false,
  email_id bigint references emails (id) on delete set null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, id) where in_portal;
create index notifications_unread on notifications (user_id, id) where read_at is null and in_portal;
create index notifications_to_mail on notifications (user_id, created_at) where by_email;
create index notifications_of_property on notifications (property_id) where property_id is not null;
create index notifications_of_document on notifications (document_id) where document_id is not null;
-- Old notifications are deleted, read ones earlier than unread ones.
create index notifications_by_age on notifications (created_at, read_at);

-- One row for each topic for which a person's preference differs from the role's default.
create table notification_preferences (
  user_id bigint not null references users (id),
  topic text not null,
  in_portal boolean not null,
  by_email boolean not null,
  by_push boolean not null,
  primary key (user_id, topic)
);

-- ---------------------------------------------------------------- push

-- The browsers that get pushes. A subscription lasts as long as the session it was turned on in. Each browser has one.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  session_hash bytea not null unique references sessions (id_hash) on delete cascade,
  -- A secret URL at the browser's push service.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- Why the last push didn't arrive. Null if it did.
  problem text,
  -- Failed attempts in a row. Nothing is sent before wait_until.
  failures integer not null default 0,
  wait_until timestamptz
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- Pushes that still need to be sent.
create table pending_pushes (
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  notification_id bigint not null references notifications (id) on delete cascade,
  primary key (subscription_id, notification_id)
);
create index pending_pushes_of_notification on pending_pushes (notification_id);

-- The time of day when a person gets only urgent pushes.
create table quiet_hours (
  user_id bigint primary key references users (id),
  from_time text not null check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time text not null check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$' and to_time <> from_time),
  -- Null means the organization's time zone.
  time_zone text
);
