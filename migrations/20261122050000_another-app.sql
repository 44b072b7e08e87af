-- Two-factor sign-in moves to another app without a moment in which neither works (decision 031).
alter table second_factors
  add column next_secret bytea,
  add column next_prepared_at timestamptz,
  add constraint second_factors_next check (
    (next_secret is null) = (next_prepared_at is null) and (next_secret is null or confirmed_at is not null)
  );
comment on column second_factors.next_secret is 'Of another app, kept as `secret` is; in place of it once a code of that app was given.';
