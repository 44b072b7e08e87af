-- Administrators follow how far a run of the posting job is, and see which leases it could not charge.
alter table posting_runs
  add column moved_at timestamptz not null default now(),
  add column leases_failed integer not null default 0,
  -- The first of them.
  add column failed_lease_ids bigint[] not null default '{}';
create index posting_runs_unfinished on posting_runs (id) where finished_at is null;

-- Whether rent costs a late fee is decided by what was open on its day, so rent that was paid since is looked at as well.
drop index receivables_to_cost_late_fees;
create index receivables_to_cost_late_fees on receivables (late_fee_on, lease_id) where late_fee_on is not null;
