import { sql } from "kysely";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { findRecentEntries } from "#domains/work-orders/server/activity/history.ts";
import { isTeamMember } from "#domains/work-orders/server/assignment/teams.ts";
import { presentWorkOrder } from "#domains/work-orders/server/present.ts";
import {
  findWorkOrders,
  isUnassigned,
  isUnfinished,
  type WorkOrderDetails,
} from "#domains/work-orders/server/queries.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import {
  type Contact,
  type EarlierWorkOrder,
  type MyDay,
  type MyDayWorkOrder,
  maxEarlierWorkOrders,
  maxHistoryEntries,
  maxMyWorkOrders,
  maxUnassignedWorkOrders,
} from "../my-day-contract.ts";

/**
 * Returns a technician's day: their work orders, nearby unassigned ones, and what they need on site for each.
 */
export async function getMyDay(ctx: SignedInCtx): Promise<MyDay> {
  const { db, actor, now } = ctx;
  const clockedInto = await findWorkOrders(
    db,
    actor.accessScope,
    sql`${isUnfinished} and o.id in (select t.work_order_id from work_order_times t
      where t.user_id = ${actor.id} and t.ended_at is null)`,
  );
  const rows = await findWorkOrders(
    db,
    actor.accessScope,
    sql`o.assignee_id = ${actor.id} and ${isUnfinished} and o.id <> all(${clockedInto.map(({ id }) => id)}::bigint[])
      order by o.due_rank, o.id limit ${maxMyWorkOrders + 1}`,
  );
  const assigned = [...clockedInto, ...rows.slice(0, maxMyWorkOrders)];
  const unassigned = await findUnassigned(ctx, assigned);
  const orderIds = [...assigned, ...unassigned].map(({ id }) => id);
  const locationDetails = await readLocations(ctx, orderIds);
  const histories = await findRecentEntries(db, orderIds, maxHistoryEntries);
  const toEntry = (order: WorkOrderDetails): MyDayWorkOrder => ({
    order: presentWorkOrder(order, actor, now),
    contacts: locationDetails.get(order.id)?.contacts ?? [],
    earlier: locationDetails.get(order.id)?.earlier ?? [],
    history: histories.get(order.id) ?? [],
  });
  return {
    assigned: assigned.map(toEntry),
    hasMore: rows.length > maxMyWorkOrders,
    unassigned: unassigned.map(toEntry),
  };
}

/** How pressing work order `o` is: 2 with the status or priority Urgent, 1 with a high priority, else 0. */
const pressingRank = sql`(case when o.status = 'urgent' or o.priority = 'urgent' then 2 when o.priority = 'high' then 1 else 0 end)`;

/**
 * Returns the unclaimed work orders of the technician's teams and the unassigned ones at the same
 * properties, same floors first. Those with a high or urgent priority come before them, anywhere the
 * technician has access. If the technician has no work orders, so do all others, soonest due first.
 */
function findUnassigned(
  { db, actor }: SignedInCtx,
  assigned: readonly WorkOrderDetails[],
): Promise<WorkOrderDetails[]> {
  const isMyTeam = isTeamMember(sql`o.team_id`, sql`${actor.id}::bigint`);
  const canTake = sql`((${isUnassigned}) or (o.assignee_id is null and ${isMyTeam} and ${isUnfinished}))`;
  const sortKeys = sql`o.due_rank, o.priority_rank desc, o.id limit ${maxUnassignedWorkOrders}`;
  if (assigned.length === 0)
    return findWorkOrders(db, actor.accessScope, sql`${canTake} order by ${pressingRank} desc, ${sortKeys}`);
  const floors = JSON.stringify(assigned.map(({ property_id, floor }) => ({ property_id, floor })));
  return findWorkOrders(
    db,
    actor.accessScope,
    sql`${canTake} and (o.team_id is not null or ${pressingRank} > 0
        or o.property_id = any(${[...new Set(assigned.map(({ property_id }) => property_id))]}::bigint[]))
      order by ${pressingRank} desc, (o.property_id, coalesce(u.floor, '')) in (
        select f.property_id, coalesce(f.floor, '') from jsonb_to_recordset(${floors}::jsonb) as f (property_id bigint, floor text)) desc,
      ${sortKeys}`,
  );
}

interface LocationDetails {
  contacts: Contact[];
  earlier: EarlierWorkOrder[];
}

/** Returns contacts and earlier work orders for each work order's location. The caller has checked access. */
async function readLocations(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<Map<number, LocationDetails>> {
  const earlierColumns = sql`o.id, o.title, o.status, o.completed_at`;
  const isOther = sql`o.id <> w.id and o.deleted_at is null and ${workOrderScope(actor.accessScope)}`;
  // Earlier work orders are at the same unit or, without a unit, in the common areas. Each query has its own
  // index.
  const { rows } = await sql<LocationDetails & { id: number }>`
    select w.id,
      (select coalesce(json_agg(json_build_object('name', c.name, 'role', c.role, 'phone', c.phone, 'email', c.email)
          order by c.place, c.id), '[]')
        from (
          (select 1 as place, r.id, r.full_name as name, 'reporter' as role, null as phone, r.email from users r
            where r.id = w.created_by_id and r.id <> ${actor.id} and r.state = 'active')
          union all
          (select 2, c.id, c.name, 'company', c.contact_phone, c.contact_email from leases l join companies c on c.id = l.company_id
            where l.id = w.lease_id and exists (select from current_lease_units lu where lu.lease_id = l.id))
          union all
          (select 3, m.id, m.full_name, 'manager', null, m.email from property_landlords pl join users m on m.id = pl.user_id
            where pl.property_id = w.property_id and m.state = 'active' and m.id <> w.created_by_id order by m.id limit 3)) c) as contacts,
      (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'status', e.status, 'completedAt', e.completed_at)
          order by e.id desc), '[]')
        from (
          (select ${earlierColumns} from work_orders o where o.unit_id = w.unit_id and ${isOther}
            order by o.id desc limit ${maxEarlierWorkOrders})
          union all
          (select ${earlierColumns} from work_orders o where w.unit_id is null and o.property_id = w.property_id and o.unit_id is null
            and ${isOther} order by o.id desc limit ${maxEarlierWorkOrders})) e) as earlier
    from work_orders w where w.id = any(${ids}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, contacts, earlier }) => [
      id,
      {
        contacts,
        earlier: earlier.map(({ completedAt, ...order }) => ({
          ...order,
          completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
        })),
      },
    ]),
  );
}
