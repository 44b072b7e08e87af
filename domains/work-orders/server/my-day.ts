import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import {
  type Contact,
  type EarlierOrder,
  earlierOrdersMax,
  entriesKept,
  type MyDay,
  type OrderOfMyDay,
  ownOrdersMax,
  unassignedOrdersMax,
} from "../my-day-contract.ts";
import { workOrderScope } from "./access.ts";
import { newestEntries } from "./history.ts";
import { presentOrder } from "./present.ts";
import { findOrders, isUnfinished, type WorkOrderDetails } from "./queries.ts";
import { isOfTeam } from "./teams.ts";

/** A technician's day: own orders, those nobody has near them, and what is needed on the spot for each. */
export async function readMyDayOf(ctx: SignedInCtx): Promise<MyDay> {
  const { db, actor, now } = ctx;
  const found = await findOrders(
    db,
    actor.accessScope,
    sql`o.assignee_id = ${actor.id} and ${isUnfinished} order by o.due_rank, o.id limit ${ownOrdersMax + 1}`,
  );
  const own = found.slice(0, ownOrdersMax);
  const unassigned = await findUnassigned(ctx, own);
  const all = [...own, ...unassigned].map(({ id }) => id);
  const places = await readPlaces(ctx, all);
  const histories = await newestEntries(db, all, entriesKept);
  const present = (order: WorkOrderDetails): OrderOfMyDay => ({
    order: presentOrder(order, actor, now),
    contacts: places.get(order.id)?.contacts ?? [],
    earlier: places.get(order.id)?.earlier ?? [],
    history: histories.get(order.id) ?? [],
  });
  return {
    own: own.map(present),
    hasMore: found.length > ownOrdersMax,
    unassigned: unassigned.map(present),
  };
}

/**
 * What the own teams are to take, and what nobody has in the buildings of the own orders, those on the same floors first;
 * without own orders the soonest due anywhere in reach.
 */
function findUnassigned(
  { db, actor }: SignedInCtx,
  own: readonly WorkOrderDetails[],
): Promise<WorkOrderDetails[]> {
  const ofOwnTeam = isOfTeam(sql`o.team_id`, sql`${actor.id}::bigint`);
  const nobodys = sql`o.assignee_id is null and (o.team_id is null or ${ofOwnTeam}) and ${isUnfinished}`;
  const order = sql`o.due_rank, o.priority_rank desc, o.id limit ${unassignedOrdersMax}`;
  if (own.length === 0) return findOrders(db, actor.accessScope, sql`${nobodys} order by ${order}`);
  const floors = JSON.stringify(own.map(({ property_id, floor }) => ({ property_id, floor })));
  return findOrders(
    db,
    actor.accessScope,
    sql`${nobodys} and (o.team_id is not null
        or o.property_id = any(${[...new Set(own.map(({ property_id }) => property_id))]}::bigint[]))
      order by (o.property_id, coalesce(u.floor, '')) in (
        select f.property_id, coalesce(f.floor, '') from jsonb_to_recordset(${floors}::jsonb) as f (property_id bigint, floor text)) desc,
      ${order}`,
  );
}

interface Place {
  contacts: Contact[];
  earlier: EarlierOrder[];
}

/** Who can be asked about each of these orders, and what was done there before. The orders are in the access scope. */
async function readPlaces({ db, actor }: SignedInCtx, ids: readonly number[]): Promise<Map<number, Place>> {
  const earlier = sql`o.id, o.title, o.status, o.completed_at`;
  const isOther = sql`o.id <> w.id and o.deleted_at is null and ${workOrderScope(actor.accessScope)}`;
  // Earlier orders are those of the unit, or those without a unit: two parts, as each has its index.
  const { rows } = await sql<Place & { id: number }>`
    select w.id,
      (select coalesce(json_agg(json_build_object('name', c.name, 'role', c.role, 'phone', c.phone, 'email', c.email)
          order by c.place, c.id), '[]')
        from (
          (select 1 as place, r.id, r.full_name as name, 'reporter' as role, null as phone, r.email from users r
            where r.id = w.created_by_id and r.id <> ${actor.id} and r.state = 'active')
          union all
          (select 2, c.id, c.name, 'company', c.contact_phone, c.contact_email from leases l join companies c on c.id = l.company_id
            where l.id = w.lease_id and exists (select from current_lease_units now where now.lease_id = l.id))
          union all
          (select 3, m.id, m.full_name, 'manager', null, m.email from property_landlords of join users m on m.id = of.user_id
            where of.property_id = w.property_id and m.state = 'active' and m.id <> w.created_by_id order by m.id limit 3)) c) as contacts,
      (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'status', e.status, 'completedAt', e.completed_at)
          order by e.id desc), '[]')
        from (
          (select ${earlier} from work_orders o where o.unit_id = w.unit_id and ${isOther}
            order by o.id desc limit ${earlierOrdersMax})
          union all
          (select ${earlier} from work_orders o where w.unit_id is null and o.property_id = w.property_id and o.unit_id is null
            and ${isOther} order by o.id desc limit ${earlierOrdersMax})) e) as earlier
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
