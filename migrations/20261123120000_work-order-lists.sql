-- Exact totals without counting rows: how many live orders stand in each state, per property, and for the
-- whole portfolio under property 0, there spread over eight rows so that writers do not queue for one. Rows with
-- category and priority '' hold the sums over all of them, which is what most totals ask for.
create table work_order_counts (
  property_id bigint not null,
  status text not null,
  category text not null,
  priority text not null,
  awaiting_approval boolean not null,
  shard smallint not null,
  count bigint not null,
  primary key (property_id, status, category, priority, awaiting_approval, shard)
) with (fillfactor = 50);
-- The sums of a building lie scattered among its other counts.
create index work_order_counts_sums on work_order_counts (property_id) where category = '' and priority = '';

-- A tenant's orders are those of a lease and the own reports beside it, which are no whole buildings: how many live orders
-- stand in each state per lease and reporter. Lease 0 stands for none; there a person may report for many buildings at
-- once, so those are spread over eight rows.
create table work_order_lease_counts (
  lease_id bigint not null,
  created_by_id bigint not null,
  status text not null,
  shard smallint not null,
  count bigint not null,
  primary key (lease_id, created_by_id, status, shard)
) with (fillfactor = 50);
create index work_order_lease_counts_of_reporter on work_order_lease_counts (created_by_id, lease_id);

-- Where a far page of a long list begins, without walking to it: how many live orders there are in each block of 16,384
-- ids. A facet is a board column, a category or a priority, whose names never meet, 'unassigned', or '' for all orders.
-- Buildings and shards as in work_order_counts.
create table work_order_blocks (
  property_id bigint not null,
  facet text not null,
  block integer not null,
  awaiting_approval boolean not null,
  shard smallint not null,
  count bigint not null,
  primary key (property_id, facet, block, awaiting_approval, shard)
) with (fillfactor = 50);

create type work_order_step as (id bigint, property_id bigint, status text, category text, priority text, awaiting_approval boolean, step integer,
  lease_id bigint, created_by_id bigint, is_unassigned boolean);

create function add_to_work_order_counts(steps work_order_step[]) returns void language sql as $$
  insert into work_order_counts as c (property_id, status, category, priority, awaiting_approval, shard, count)
  select place, status, category, priority, awaiting_approval, shard, sum(step)
  from (
    select place, status, grain.category, grain.priority, awaiting_approval, shard, step
    from unnest(steps) s
    cross join lateral (values (s.property_id, 0), (0, (s.id & 7)::int)) places (place, shard)
    cross join lateral (values (s.category, s.priority), ('', '')) grain (category, priority)
  ) grains
  group by 1, 2, 3, 4, 5, 6 having sum(step) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (property_id, status, category, priority, awaiting_approval, shard) do update set count = c.count + excluded.count;
  insert into work_order_lease_counts as c (lease_id, created_by_id, status, shard, count)
  select coalesce(lease_id, 0), created_by_id, status, case when lease_id is null then id & 7 else 0 end, sum(step)
  from unnest(steps)
  group by 1, 2, 3, 4 having sum(step) <> 0
  order by 1, 2, 3, 4
  on conflict (lease_id, created_by_id, status, shard) do update set count = c.count + excluded.count
$$;

create function add_to_work_order_blocks(steps work_order_step[]) returns void language sql as $$
  insert into work_order_blocks as b (property_id, facet, block, awaiting_approval, shard, count)
  select place, facet, (id >> 14)::integer, awaiting_approval, shard, sum(step)
  from unnest(steps) s
  cross join lateral (values (s.property_id, 0), (0, (s.id & 7)::int)) places (place, shard)
  cross join lateral (values (''), (case s.status when 'urgent' then 'open' else s.status end), (s.category), (s.priority),
    (case when s.is_unassigned then 'unassigned' end)) facets (facet)
  where facet is not null
  group by 1, 2, 3, 4, 5 having sum(step) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (property_id, facet, block, awaiting_approval, shard) do update set count = b.count + excluded.count
$$;

create function count_work_orders() returns trigger language plpgsql as $$
declare steps work_order_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (id, property_id, status, category, priority, awaiting_approval, -1, lease_id, created_by_id, assignee_id is null)::work_order_step
      from before_rows where deleted_at is null);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (id, property_id, status, category, priority, awaiting_approval, 1, lease_id, created_by_id, assignee_id is null)::work_order_step
      from after_rows where deleted_at is null);
  end if;
  perform add_to_work_order_counts(steps);
  perform add_to_work_order_blocks(steps);
  return null;
end $$;
create trigger work_orders_are_counted_in after insert on work_orders referencing new table as after_rows for each statement execute function count_work_orders();
create trigger work_orders_are_counted_again after update on work_orders referencing old table as before_rows new table as after_rows for each statement execute function count_work_orders();
create trigger work_orders_are_counted_out after delete on work_orders referencing old table as before_rows for each statement execute function count_work_orders();

-- Finds the orders that have two common words, which hardly ever stand together, without reading all that have one of them.
-- Each pair of words of an order as a number, its building (`@12`) and its block of 16,384 ids (`#61`) among the words. Only
-- functions of pg_catalog, because an index is built and restored without a search path.
create function work_order_pairs(words tsvector, property_id bigint, id bigint) returns integer[]
language plpgsql immutable parallel safe cost 1000 as $$
declare
  mark text;
  hash integer;
  other integer;
  hashes integer[] := '{}';
  pairs integer[] := '{}';
begin
  foreach mark in array tsvector_to_array(words) || array['@' || property_id, '#' || (id >> 14)] loop
    hash := hashtext(mark);
    foreach other in array hashes loop
      pairs := pairs || (hash # other);
    end loop;
    hashes := hashes || hash;
  end loop;
  return pairs;
end $$;

-- Without the list of late entries, which each look-up would read from end to end.
create index work_orders_pairs on work_orders using gin (work_order_pairs(words, property_id, id)) with (fastupdate = off) where deleted_at is null;

-- Every word that an order has or had, so that the beginning of a word becomes the words that begin so.
create table work_order_vocabulary (word text collate "C" primary key);

create function learn_words_of_work_order() returns trigger language plpgsql as $$
begin
  insert into work_order_vocabulary
  select word from unnest(tsvector_to_array(new.words)) word
  where not exists (select from work_order_vocabulary known where known.word = word.word)
  on conflict do nothing;
  return null;
end $$;

create trigger words_of_work_orders_are_learned after insert or update of title, location on work_orders
for each row execute function learn_words_of_work_order();
