-- What people are told of goes to the bell, to the mailbox or to both, as each of them wishes.
alter table notifications
  add column link text check (link like '/%' and length(link) <= 300),
  add column in_portal boolean not null default true,
  add column by_mail boolean not null default false,
  add column mail_id bigint references mails (id) on delete set null;

comment on column notifications.link is 'Where it leads within the portal; without one to its work order or document.';
comment on column notifications.by_mail is 'It still is to be mailed; mail_id names the mail once it was written.';

create index notifications_to_mail on notifications (id) where by_mail;
create index notifications_in_mail on notifications (mail_id) where mail_id is not null;
-- The bell counts and lists what is shown in it.
drop index notifications_unread;
create index notifications_unread on notifications (user_id) where read_at is null and in_portal;
drop index notifications_of_user;
create index notifications_of_user on notifications (user_id, id) where in_portal;

-- One row for each topic of which a person wants something else than what the role has by default.
create table notification_preferences (
  user_id bigint not null references users (id),
  topic text not null,
  in_portal boolean not null,
  by_mail boolean not null,
  primary key (user_id, topic)
);
