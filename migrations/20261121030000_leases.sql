-- Companies and leases as a record that people keep: who may be reached at a company, drafts that hold no unit, and which
-- first and last days a unit's status has followed.

alter table companies
  add column contact_email text check (length(contact_email) between 3 and 254),
  add column contact_phone text check (length(contact_phone) between 1 and 40),
  add column created_by_id bigint references users (id),
  add column version integer not null default 1,
  add column words tsvector generated always as
    (array_to_tsvector(array_remove(regexp_split_to_array(lower(name), '[^[:alnum:]]+'), ''))) stored;
create index companies_of_creator on companies (created_by_id, id);
create index companies_words on companies using gin (words);
create index companies_name on companies (lower(name));

-- A draft holds no unit. Whether a lease does stands beside each of its units, kept there by the key, so that the rule that
-- no two leases have a unit at once needs no look at another table.
alter table leases add column holds_units boolean not null generated always as (state <> 'draft') stored;
alter table leases add constraint leases_id_holds_units_key unique (id, holds_units);
alter table lease_units
  add column holds boolean not null default true,
  -- Whether the unit's status has followed its first day, and its last.
  add column has_begun boolean not null default false,
  add column has_ended boolean not null default false,
  add check (has_begun or not has_ended);
update lease_units lu set holds = l.holds_units,
    has_begun = l.holds_units and lower(lu.during) <= (now() at time zone p.time_zone)::date,
    has_ended = l.holds_units and lower(lu.during) <= (now() at time zone p.time_zone)::date
      and (l.state = 'ended' or coalesce(upper(lu.during) <= (now() at time zone p.time_zone)::date, false))
  from leases l join properties p on p.id = l.property_id
  where l.id = lu.lease_id;
alter table lease_units
  add constraint lease_units_hold_as_their_lease foreign key (lease_id, holds) references leases (id, holds_units) on update cascade,
  drop constraint lease_units_do_not_overlap,
  add constraint lease_units_do_not_overlap exclude using gist (unit_id with =, during with &&) where (holds);

create index lease_units_of_unit on lease_units (unit_id, lease_id);
create index lease_units_to_begin on lease_units (lower(during)) where holds and not has_begun;
create index lease_units_to_end on lease_units (upper(during)) where holds and not has_ended;
create index leases_to_end on leases (to_on) where state in ('active', 'notice');
create index leases_by_property on leases (property_id, id);
create index leases_by_state on leases (state, id);
create index leases_of_company on leases (company_id, id);
create index lease_members_of_lease on lease_members (lease_id, id);
create index units_number on units (lower(unit_number) text_pattern_ops);

-- A draft may move to another building, its members with it.
alter table lease_members
  drop constraint lease_members_lease_id_property_id_fkey,
  add constraint lease_members_lease_id_property_id_fkey
    foreign key (lease_id, property_id) references leases (id, property_id) on update cascade;

-- Which units a running lease has today, "today" being the day at the property; one given back early is not among them.
create view current_lease_units as
select lu.lease_id, lu.unit_id, lu.property_id
from lease_units lu
join leases l on l.id = lu.lease_id and l.state in ('active', 'notice')
join properties p on p.id = lu.property_id
where lu.during @> (now() at time zone p.time_zone)::date
  and (now() at time zone p.time_zone)::date between l.from_on and coalesce(l.to_on, 'infinity');

-- Who belongs to which running lease today. A lease whose units were all given back has nobody any more.
create or replace view current_lease_members as
select m.user_id, m.lease_id, m.property_id
from lease_members m
join leases l on l.id = m.lease_id and l.state in ('active', 'notice')
join properties p on p.id = m.property_id
where (now() at time zone p.time_zone)::date between m.from_on and coalesce(m.to_on, 'infinity')
  and (now() at time zone p.time_zone)::date between l.from_on and coalesce(l.to_on, 'infinity')
  and exists (select from lease_units lu where lu.lease_id = l.id and lu.during @> (now() at time zone p.time_zone)::date);
