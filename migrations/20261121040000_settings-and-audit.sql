-- What an administrator sets about the operator and each building, and what the audit page asks of its log.

alter table organisation
  add column street text not null default '' check (length(street) <= 300),
  add column city text not null default '' check (length(city) <= 100),
  add column state text not null default '' check (length(state) <= 100),
  add column zip text not null default '' check (length(zip) <= 20),
  add column country text not null default 'USA' check (country in ('USA', 'CAN', 'MEX', 'GBR', 'AUS')),
  add column accounting_email text not null default '',
  -- Where tenants pay by Zelle: an e-mail address or a phone number.
  add column payment_handle text not null default '',
  -- Shares of the estimated breakdown in tenths of a percent: rent, common areas, utilities.
  add column rent_share_permille integer not null default 923 check (rent_share_permille between 0 and 1000),
  add column common_area_share_permille integer not null default 67 check (common_area_share_permille between 0 and 1000),
  add column utilities_share_permille integer not null default 10 check (utilities_share_permille between 0 and 1000),
  -- Null until somebody chose: the environment's REGISTRATION holds.
  add column registration_mode text check (registration_mode in ('approval', 'invite')),
  add constraint organisation_shares_are_whole
    check (rent_share_permille + common_area_share_permille + utilities_share_permille = 1000);

-- Null: the organisation's rate.
alter table properties add column card_fee_basis_points integer check (card_fee_basis_points between 0 and 350);

-- What a search in the audit log finds: the words of who, on what and what changed. Signs are blanks, so that addresses and
-- numbers fall into their parts; what is too long for a word is left out rather than refused.
alter table audit_log add column words tsvector not null generated always as
  (strip(to_tsvector('simple', regexp_replace(
    lower(left(actor_name || ' ' || action || ' ' || subject_id || ' ' || details::text, 20000)), '[^[:alnum:]]+', ' ', 'g')))) stored;
create index audit_log_words on audit_log using gin (words);

-- The log is read by time, newest first; each index serves one filter in that order.
drop index audit_log_of_subject, audit_log_of_property, audit_log_of_actor;
create index audit_log_at on audit_log (at, id);
create index audit_log_of_actor on audit_log (actor_id, at, id);
create index audit_log_of_action on audit_log (action, at, id);
create index audit_log_of_area on audit_log (split_part(action, '.', 1), at, id);
create index audit_log_of_subject on audit_log (subject_type, subject_id, at, id);
create index audit_log_of_property on audit_log (property_id, at, id);
