-- What the dashboard's figures and charts are read from, at any number of orders.

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

-- The sums of a building lie scattered among its other counts.
create index work_order_counts_sums on work_order_counts (property_id) where category = '' and priority = '';

insert into work_order_lease_counts
  select coalesce(lease_id, 0), created_by_id, status, case when lease_id is null then id & 7 else 0 end, count(*)
  from work_orders where deleted_at is null group by 1, 2, 3, 4;

alter type work_order_step add attribute lease_id bigint, add attribute created_by_id bigint;

create or replace function add_to_work_order_counts(steps work_order_step[]) returns void language sql as $$
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

create or replace function count_work_orders() returns trigger language plpgsql as $$
declare old_steps work_order_step[] := '{}'; new_steps work_order_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    old_steps := array(select (id, property_id, status, category, priority, awaiting_approval, -1, lease_id, created_by_id)::work_order_step
      from before_rows where deleted_at is null);
  end if;
  if tg_op <> 'DELETE' then
    new_steps := array(select (id, property_id, status, category, priority, awaiting_approval, 1, lease_id, created_by_id)::work_order_step
      from after_rows where deleted_at is null);
  end if;
  perform add_to_work_order_counts(old_steps || new_steps);
  return null;
end $$;

-- Open orders by their age: one to count the younger ones, the other to list any of them in the list's own order.
create index work_orders_open_by_age on work_orders (created_at) include (property_id, category, priority, awaiting_approval, assignee_id)
  where deleted_at is null and board_column = 'open';
create index work_orders_open_in_order on work_orders (id) include (created_at, property_id, category, priority, awaiting_approval, assignee_id)
  where deleted_at is null and board_column = 'open';
-- What nobody has taken yet, by how much it presses.
create index work_orders_nobodys on work_orders (priority, property_id) include (awaiting_approval)
  where deleted_at is null and board_column = 'open' and assignee_id is null;
