-- The foundation: extensions, shared functions, the organization, and the server's internal tables.
-- Money is whole cents, timestamps are timestamptz, calendar dates are date.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- For the triggers of append-only tables.
create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The form in which texts are compared, in indexes too. It matches `foldText` in shared/fold-text.ts, and a test compares the
-- two. Most texts are ASCII, which takes a fraction of the time.
create function fold_text(text text) returns text language sql immutable parallel safe as $$
  select case when octet_length(text) = length(text) then lower(replace(text, '`', '''')) else
    replace(replace(replace(replace(translate(lower(normalize(regexp_replace(
      normalize(translate(text,
        E'`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212',
        '''''''''''''''''''--------'), nfkd),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufeff]+', '', 'g'),
      nfc)), 'łøđðħŧıςŁØĐÐĦŦ', 'loddhtiσloddht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;

create function words_of_text(text text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(fold_text(text), '[^[:alnum:]]+'), '')
$$;

-- The words of a document, or of anything else with a title and a long text.
-- Words of more than 64 letters aren't searched for. A tsvector holds up to 1 MB, which is 250,000 letters of any script.
create function words_of_document(title text, text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(words_of_text(title)) ||
    array_to_tsvector(array(select word from unnest(words_of_text(left(text, 250000))) word where length(word) <= 64))
$$;

-- ---------------------------------------------------------------- the organization

create table organization (
  id smallint primary key default 1 check (id = 1),
  name text not null default 'Property Management Portal',
  logo_key text,
  street text not null default '' check (length(street) <= 300),
  city text not null default '' check (length(city) <= 100),
  state text not null default '' check (length(state) <= 100),
  zip text not null default '' check (length(zip) <= 20),
  country text not null default 'USA' check (country in ('USA', 'CAN', 'MEX', 'GBR', 'AUS')),
  time_zone text not null default 'America/Los_Angeles',
  support_email text not null default '',
  support_phone text not null default '',
  accounting_email text not null default '',
  -- Where tenants pay with Zelle: an email address or a phone number.
  payment_handle text not null default '',
  card_fee_basis_points integer not null default 350 check (card_fee_basis_points between 0 and 350),
  -- Shares of the estimated breakdown in tenths of a percent: rent, common areas, utilities.
  rent_share_permille integer not null default 923 check (rent_share_permille between 0 and 1000),
  common_area_share_permille integer not null default 67 check (common_area_share_permille between 0 and 1000),
  utilities_share_permille integer not null default 10 check (utilities_share_permille between 0 and 1000),
  -- Null until an administrator sets it. Until then the environment's REGISTRATION applies.
  registration_mode text check (registration_mode in ('approval', 'invite')),
  -- The storage limit for all documents of one lease.
  document_quota_megabytes integer not null default 1024 check (document_quota_megabytes between 1 and 1000000),
  -- The roles that require two-factor authentication.
  two_factor_roles text[] not null default '{}'
    check (two_factor_roles <@ array['admin', 'landlord', 'maintenance', 'tenant']),
  version integer not null default 1,
  constraint organization_shares_are_whole
    check (rent_share_permille + common_area_share_permille + utilities_share_permille = 1000)
);
insert into organization default values;

-- ---------------------------------------------------------------- the server

-- Facts about this database, such as whether it contains the demo, and its secret key.
create table database_metadata (
  name text primary key,
  value text not null,
  recorded_at timestamptz not null default now()
);

-- Rate limits, with one row per key and window.
create table limit_counts (
  key text not null,
  window_starts_at timestamptz not null,
  count integer not null default 0,
  primary key (key, window_starts_at)
);

-- Responses to writes with an Idempotency-Key, stored for 30 days.
create table idempotent_responses (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  -- The person's access at that time. A response isn't repeated to someone who has lost part of it.
  access_scope jsonb not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
