-- How leases share operating expenses (docs/decisions/031).

-- The recovery terms of a lease. Each row applies from its effective date until one with a higher number does. The format of
-- `terms` is defined in domains/recoveries/recovery-terms.ts.
create table recovery_terms (
  lease_id bigint not null,
  property_id bigint not null,
  number integer not null check (number > 0),
  starts_on date not null,
  terms jsonb not null,
  reason text not null default '',
  made_by_id bigint references users (id),
  made_at timestamptz not null,
  primary key (lease_id, number),
  foreign key (lease_id, property_id) references leases (id, property_id) on update cascade on delete cascade
);
create index recovery_terms_of_property on recovery_terms (property_id, lease_id);
-- A draft can move to another property together with its terms.
create trigger recovery_terms_are_immutable before update on recovery_terms
  for each row when ((old.lease_id, old.number, old.starts_on, old.terms, old.reason, old.made_by_id, old.made_at)
    is distinct from (new.lease_id, new.number, new.starts_on, new.terms, new.reason, new.made_by_id, new.made_at))
  execute function reject_change();

-- They are deleted only together with their lease.
create function recovery_terms_stay() returns trigger language plpgsql as $$
begin
  if exists (select from leases l where l.id = old.lease_id) then
    raise exception 'Recovery terms can''t be deleted. Add new ones instead.' using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger recovery_terms_stay before delete on recovery_terms for each row execute function recovery_terms_stay();
create trigger recovery_terms_are_not_emptied before truncate on recovery_terms execute function reject_change();

-- The findings of a year that staff accepted, as they were. A finding that has changed since is open again. The format of the
-- key is defined in domains/recoveries/server/drafts/findings.ts.
create table accepted_findings (
  property_id bigint not null references properties (id) on delete cascade,
  year integer not null,
  key text not null,
  sentence text not null,
  cents bigint,
  reason text not null check (length(reason) >= 3),
  accepted_by_id bigint not null references users (id),
  accepted_at timestamptz not null,
  primary key (property_id, year, key)
);

-- Amounts of a lease from the system that was used before the portal, by the year in which the pool's year starts.
create table recovery_history (
  lease_id bigint not null,
  property_id bigint not null,
  pool_id bigint not null references expense_pools (id),
  year integer not null check (year between 1990 and 2199),
  -- The cost of the whole pool in the lease's base year.
  base_cents bigint check (base_cents between 0 and 10000000000),
  -- The controllable expenses of the whole pool after the cap.
  capped_cents bigint check (capped_cents between 0 and 10000000000),
  -- The lease's share and the estimates it was billed.
  share_cents bigint check (share_cents between 0 and 10000000000),
  estimates_cents bigint check (estimates_cents between 0 and 10000000000),
  made_by_id bigint references users (id),
  made_at timestamptz not null,
  primary key (lease_id, pool_id, year),
  foreign key (lease_id, property_id) references leases (id, property_id) on update cascade on delete cascade,
  check (num_nonnulls(base_cents, capped_cents, share_cents, estimates_cents) > 0)
);
create index recovery_history_of_property on recovery_history (property_id, lease_id);
create index recovery_history_of_pool on recovery_history (pool_id);
