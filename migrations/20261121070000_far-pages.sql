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

alter type work_order_step add attribute is_unassigned boolean;

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

select add_to_work_order_blocks(array_agg((id, property_id, status, category, priority, awaiting_approval, 1, lease_id, created_by_id, assignee_id is null)::work_order_step))
from work_orders where deleted_at is null group by id >> 14;

create or replace function count_work_orders() returns trigger language plpgsql as $$
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

-- Three filters at once, in the order of the list.
create index work_orders_by_facets on work_orders (category, priority, board_column, id) include (property_id, awaiting_approval) where deleted_at is null;

-- A signature is kept for ever, as the log is.
create trigger signatures_are_not_emptied before truncate on work_order_signatures execute function refuse_change();
