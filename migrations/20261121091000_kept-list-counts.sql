-- How many records the long lists hold: by list, building (0 is the portfolio), facet (a state, a role, a status; '' is all)
-- and block of 65,536 ids. A change is a row of its own and the total is their sum, so that nobody waits for a counter that
-- somebody else's transaction holds; the changes of a key are folded into one row every hour.
create table list_counts (
  list text not null,
  place bigint not null,
  facet text not null,
  block integer not null,
  count bigint not null,
  is_folded boolean not null default false
);
create index list_counts_of on list_counts (list, facet, place, block) include (count);
create index list_counts_to_fold on list_counts (list, facet, place, block) where not is_folded;

create type list_step as (id bigint, property_id bigint, facets text[], step integer);

create function add_to_list_counts(counted text, steps list_step[]) returns void language sql as $$
  insert into list_counts (list, place, facet, block, count)
  select counted, place, facet, (id >> 16)::integer, sum(step)
  from unnest(steps) s
  cross join lateral unnest(case when s.property_id is null then '{0}'::bigint[] else array[0, s.property_id] end) place
  cross join lateral unnest(array_append(s.facets, '')) facet
  group by place, facet, (id >> 16) having sum(step) <> 0
$$;

create function fold_list_counts() returns void language sql as $$
  with gone as (
    delete from list_counts where ctid = any(array(
      select c.ctid from list_counts c
      where exists (select from list_counts n where not n.is_folded
        and (n.list, n.facet, n.place, n.block) = (c.list, c.facet, c.place, c.block))
      for update of c skip locked))
    returning list, place, facet, block, count
  )
  insert into list_counts (list, place, facet, block, count, is_folded)
  select list, place, facet, block, sum(count), true from gone group by 1, 2, 3, 4 having sum(count) <> 0
$$;

create function count_leases() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (id, property_id, array[state], -1)::list_step from before_rows);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (id, property_id, array[state], 1)::list_step from after_rows);
  end if;
  perform add_to_list_counts('leases', steps);
  return null;
end $$;
create trigger leases_are_counted_in after insert on leases referencing new table as after_rows for each statement execute function count_leases();
create trigger leases_are_counted_again after update on leases referencing old table as before_rows new table as after_rows for each statement execute function count_leases();
create trigger leases_are_counted_out after delete on leases referencing old table as before_rows for each statement execute function count_leases();

-- Units are listed building by building: where a page begins is known from the buildings, so all stand in one block.
create function count_units() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (0, property_id, array[status], -1)::list_step from before_rows);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (0, property_id, array[status], 1)::list_step from after_rows);
  end if;
  perform add_to_list_counts('units', steps);
  return null;
end $$;
create trigger units_are_counted_in after insert on units referencing new table as after_rows for each statement execute function count_units();
create trigger units_are_counted_again after update on units referencing old table as before_rows new table as after_rows for each statement execute function count_units();
create trigger units_are_counted_out after delete on units referencing old table as before_rows for each statement execute function count_units();

create function count_users() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (id, null, array[role, state, role || ' ' || state], -1)::list_step from before_rows);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (id, null, array[role, state, role || ' ' || state], 1)::list_step from after_rows);
  end if;
  perform add_to_list_counts('people', steps);
  return null;
end $$;
create trigger users_are_counted_in after insert on users referencing new table as after_rows for each statement execute function count_users();
create trigger users_are_counted_again after update on users referencing old table as before_rows new table as after_rows for each statement execute function count_users();
create trigger users_are_counted_out after delete on users referencing old table as before_rows for each statement execute function count_users();

create function count_companies() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_list_counts('companies', array(select (id, null, '{}', 1)::list_step from after_rows));
  else
    perform add_to_list_counts('companies', array(select (id, null, '{}', -1)::list_step from before_rows));
  end if;
  return null;
end $$;
create trigger companies_are_counted_in after insert on companies referencing new table as after_rows for each statement execute function count_companies();
create trigger companies_are_counted_out after delete on companies referencing old table as before_rows for each statement execute function count_companies();

-- An open invitation becomes an expired one by itself: those still to come are few and are counted when asked for.
create function count_invitations() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (id, null, array[invitation_facet(i)], -1)::list_step from before_rows i);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (id, null, array[invitation_facet(i)], 1)::list_step from after_rows i);
  end if;
  perform add_to_list_counts('invitations', steps);
  return null;
end $$;
create function invitation_facet(i invitations) returns text language sql immutable as $$
  select case when i.accepted_at is not null then 'accepted'
    when i.withdrawn_at is not null or (i.role = 'tenant' and i.unit_id is null) then 'withdrawn' else 'open' end
$$;
create trigger invitations_are_counted_in after insert on invitations referencing new table as after_rows for each statement execute function count_invitations();
create trigger invitations_are_counted_again after update on invitations referencing old table as before_rows new table as after_rows for each statement execute function count_invitations();
create trigger invitations_are_counted_out after delete on invitations referencing old table as before_rows for each statement execute function count_invitations();

insert into list_counts (list, place, facet, block, count, is_folded)
select list, place, facet, block, sum(count), true from (
  select 'leases' as list, property_id, array[state] as facets, (id >> 16)::integer as block, count(*) as count from leases group by 2, 3, 4
  union all select 'units', property_id, array[status], 0, count(*) from units group by 2, 3
  union all select 'people', null, array[role, state, role || ' ' || state], (id >> 16)::integer, count(*) from users group by 3, 4
  union all select 'companies', null, '{}', (id >> 16)::integer, count(*) from companies group by 4
  union all select 'invitations', null, array[invitation_facet(i)], (id >> 16)::integer, count(*) from invitations i group by 3, 4
) records
cross join lateral unnest(case when property_id is null then '{0}'::bigint[] else array[0, property_id] end) place
cross join lateral unnest(array_append(facets, '')) facet
group by 1, 2, 3, 4;
analyze list_counts;

-- The orders of the lists, with what they are narrowed by.
drop index leases_by_state;
create index leases_by_state on leases (state, id) include (property_id);
drop index leases_by_property;
create index leases_by_property on leases (property_id, id) include (state);
create index leases_in_order on leases (id) include (property_id, company_id);
create index leases_running on leases (id) include (to_on, property_id) where state in ('active', 'notice');
drop index leases_to_end;
create index leases_to_end on leases (to_on) include (property_id, id) where state in ('active', 'notice');
create index units_in_order on units (property_id, id) include (status);
create index units_by_number on units (property_id, (substring(unit_number from '^\D*') collate "C"),
  (coalesce(substring(unit_number from '\d{1,15}')::bigint, -1)), (unit_number collate "C"), id);
create index invitations_open_in_order on invitations (id) include (expires_at, role, unit_id) where accepted_at is null and withdrawn_at is null;
create index invitations_email on invitations using gin (lower(email) gin_trgm_ops);

-- The companies of a landlord are found from the buildings, without reading their leases.
create index leases_of_companies on leases (property_id, company_id);
-- And its people, of whom only those who wait or were refused still claim a unit.
drop index users_claiming;
create index users_claiming on users (claimed_unit_id) include (id) where claimed_unit_id is not null;
-- Two filters of the log at once: the second one is read from the index of the first, not from the entries.
drop index audit_log_of_actor;
create index audit_log_of_actor on audit_log (actor_id, at, id) include (action, property_id, subject_type, subject_id);
drop index audit_log_of_property;
create index audit_log_of_property on audit_log (property_id, at, id) include (action, actor_id, subject_type, subject_id);
drop index audit_log_of_action;
create index audit_log_of_action on audit_log (action, at, id) include (actor_id, property_id, subject_type, subject_id);
