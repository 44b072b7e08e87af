-- The audit log, append-only.

-- Has no foreign key to properties because entries outlive their records and don't prevent the deletion of a property.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references users (id),
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  property_id bigint,
  network_address text not null default '',
  request_id text not null default '',
  details jsonb not null default '{}',
  -- The search index: the words of the actor, the subject and the changes. Punctuation counts as blanks, so that addresses and
  -- numbers are split into parts. Words that are too long are left out and don't cause an error.
  words tsvector not null generated always as
    (strip(to_tsvector('simple', regexp_replace(
      fold_text(left(actor_name || ' ' || action || ' ' || subject_id || ' ' || details::text, 20000)), '[^[:alnum:]]+', ' ', 'g')))) stored
);
-- The log is read newest first. Each index serves one filter in that order.
create index audit_log_at on audit_log (at, id);
create index audit_log_of_actor on audit_log (actor_id, at, id);
create index audit_log_of_action on audit_log (action, at, id);
create index audit_log_of_area on audit_log (split_part(action, '.', 1), at, id);
create index audit_log_of_subject on audit_log (subject_type, subject_id, at, id);
create index audit_log_of_property on audit_log (property_id, at, id);
create index audit_log_words on audit_log using gin (words);
create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function reject_change();
create trigger audit_log_is_not_emptied before truncate on audit_log execute function reject_change();
