-- Notifications: in the bell, by mail or both, by each person's preferences.

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
  primary key (user_id, topic)
);
