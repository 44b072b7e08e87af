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

-- A block of this list is a month: they are counted since the year 0.
create function payment_step(p payments, step integer) returns list_step language sql immutable as $$
  select ((extract(year from p.paid_on)::bigint * 12 + extract(month from p.paid_on)::bigint - 1) << 16, p.property_id,
    array[p.method, payment_status(p), p.method || ' ' || payment_status(p)], step)::list_step
$$;
create function count_payments() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op = 'UPDATE' then
    steps := array(select payment_step(p, -1) from before_rows p);
  end if;
  perform add_to_list_counts('payments', steps || array(select payment_step(p, 1) from after_rows p));
  return null;
end $$;
create trigger payments_are_counted_in after insert on payments
  referencing new table as after_rows for each statement execute function count_payments();
create trigger payments_are_counted_again after update on payments
  referencing old table as before_rows new table as after_rows for each statement execute function count_payments();
