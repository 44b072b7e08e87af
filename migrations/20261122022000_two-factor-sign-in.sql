-- Two-factor sign-in by an authenticator app, with recovery codes, and the roles that have to have it.
create table second_factors (
  user_id bigint primary key references users (id),
  secret bytea not null,
  prepared_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table second_factors is 'The authenticator app of a person; in use once a code of it was given.';
comment on column second_factors.secret is 'Encrypted under a key that is not in this table, and bound to the person.';
comment on column second_factors.last_step is 'The latest half minute whose code was used: no code works twice.';

create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table sign_in_challenges (
  challenge_hash bytea primary key,
  user_id bigint not null references users (id),
  expires_at timestamptz not null,
  tries smallint not null default 0
);
comment on table sign_in_challenges is 'Sign-ins that wait for the second factor; one that got it is deleted.';
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_by_end on sign_in_challenges (expires_at);

alter table organisation
  add column second_factor_roles text[] not null default '{}'
    check (second_factor_roles <@ array['admin', 'landlord', 'maintenance', 'tenant']);
comment on column organisation.second_factor_roles is 'Whoever has one of these roles has to turn on two-factor sign-in.';

-- Whoever proves first that the address is theirs need not be who registered with it: the password and the sessions made
-- before are void, and so is an app that was set up.
create function forget_unproven_second_factor() returns trigger language plpgsql as $$
begin
  delete from sign_in_challenges where user_id = new.id;
  delete from recovery_codes where user_id = new.id;
  delete from second_factors where user_id = new.id;
  return null;
end $$;
create trigger users_forget_unproven_second_factor after update of email_confirmed_at on users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function forget_unproven_second_factor();
