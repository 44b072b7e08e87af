-- Who asks for a mail to reset the password or to sign in. The request writes the same row for every address; a job looks
-- the person up afterwards and mails, so that neither answer nor time tells who has an account.
create table sign_in_requests (
  id bigint generated always as identity primary key,
  handle_hash bytea not null unique,
  purpose text not null check (purpose in ('reset-by-link', 'reset-by-code', 'sign-in')),
  address text not null check (address = lower(address) and length(address) <= 254),
  created_at timestamptz not null,
  answered_at timestamptz,
  user_id bigint references users (id),
  code_hash bytea,
  code_until timestamptz not null,
  tries integer not null default 0,
  token_hash bytea unique,
  token_until timestamptz,
  used_at timestamptz
);

comment on column sign_in_requests.handle_hash is 'Of what the answer calls userId: it names the request, and no person.';
comment on column sign_in_requests.answered_at is 'When the job looked; user_id is whom it mailed.';
comment on column sign_in_requests.token_hash is 'Of the link, or of what a right code was exchanged for.';

create index sign_in_requests_of_address on sign_in_requests (address, id);
create index sign_in_requests_of_user on sign_in_requests (user_id) where user_id is not null;
create index sign_in_requests_by_age on sign_in_requests (created_at);
