-- Notifications: in the bell, by mail and by push, by each person's preferences.

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  property_id bigint references properties (id),
  work_order_id bigint references work_orders (id),
  document_id bigint references documents (id) on delete set null,
  -- The sentence is made from kind and particulars when it is read: domains/notifications/kinds.ts.
  kind text not null,
  particulars jsonb not null,
  -- The path it links to; by default its work order or document.
  link text check (link like '/%' and length(link) <= 300),
  in_portal boolean not null default true,
  -- Whether it is still to be mailed; mail_id is the mail once it was written.
  by_mail boolean not null default false,
  mail_id bigint references mails (id) on delete set null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, id) where in_portal;
create index notifications_unread on notifications (user_id, id) where read_at is null and in_portal;
create index notifications_to_mail on notifications (user_id, created_at) where by_mail;
create index notifications_of_document on notifications (document_id) where document_id is not null;
-- Old ones are deleted, read ones earlier than unread ones.
create index notifications_by_age on notifications (created_at, read_at);

-- One row for each topic for which a person's choice differs from the default of the role.
create table notification_preferences (
  user_id bigint not null references users (id),
  topic text not null,
  in_portal boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (user_id, topic)
);

-- ---------------------------------------------------------------- push

-- The browsers that get pushes, each as long as the session in which it was turned on; a browser has one subscription.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  session_hash bytea not null unique references sessions (id_hash) on delete cascade,
  -- An address of the browser's push service, which nobody else knows.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- Why the last push did not arrive; null when it did.
  problem text,
  -- Failed tries in a row; nothing is sent before wait_until.
  failures integer not null default 0,
  wait_until timestamptz
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- Pushes that are still to be sent.
create table waiting_pushes (
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  notification_id bigint not null references notifications (id) on delete cascade,
  primary key (subscription_id, notification_id)
);
create index waiting_pushes_of_notification on waiting_pushes (notification_id);

-- When a person gets no pushes but urgent ones: from a time of day to the next one.
create table quiet_hours (
  user_id bigint primary key references users (id),
  from_time text not null check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time text not null check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$' and to_time <> from_time),
  -- Null: that of the organisation.
  time_zone text
);
