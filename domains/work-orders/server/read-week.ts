import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "../contract.ts";
import { minutesOf, mondayOf, placedOrders, placesOf, weekFrom } from "../week.ts";
import { ordersOfWeekMax, type PersonOfWeek, type readWeek, type Week } from "../week-contract.ts";
import { buildingsToDispatch, workOrderScope } from "./access.ts";
import { orderColumns, presentRows } from "./list.ts";
import type { OrderRow } from "./list-orders.ts";

/**
 * The technicians in reach with what each has to do on seven days (requirements, "The week"). Orders outside the reach are
 * not counted, also where the same people work on them.
 */
export async function readWeekOf(
  ctx: SignedInCtx,
  { from: asked, propertyId }: QueryOf<typeof readWeek>,
): Promise<Week> {
  const today = await todayOf(ctx);
  const from = asked ?? mondayOf(today);
  const days = weekFrom(from);
  const people = await technicians(ctx, propertyId);
  const found = await ordersOf(ctx, from, people);
  const orders = found.filter((order) => placesOf(order).some(({ day }) => days.includes(day)));
  const placed = placedOrders(orders, days);
  return {
    from,
    today,
    people: people.map((person) => ({
      ...person,
      minutes: days.map((day) => minutesOf(placed.get(person.id)?.get(day) ?? [])),
    })),
    orders: orders.slice(0, ordersOfWeekMax),
    isCut: orders.length > ordersOfWeekMax,
  };
}

async function todayOf({ db, now }: SignedInCtx): Promise<Day> {
  const { time_zone } = await db.selectFrom("organisation").select("time_zone").executeTakeFirstOrThrow();
  return wallTimeAt(now, time_zone).day;
}

type Technician = Omit<PersonOfWeek, "minutes">;

const techniciansMax = 300;

/** Maintenance staff who work in a building in reach, or in this one. */
async function technicians(ctx: SignedInCtx, propertyId: number | undefined): Promise<Technician[]> {
  const inReach = buildingsToDispatch(ctx.actor.accessScope);
  const here = propertyId === undefined ? sql`true` : sql`s.property_id = ${propertyId}`;
  const { rows } = await sql<Technician>`
    select u.id, u.full_name as "fullName", case when not u.all_buildings then
        array(select s.property_id from property_staff s where s.user_id = u.id and ${inReach} order by s.property_id) end as "propertyIds"
    from users u
    where u.role = 'maintenance' and u.state = 'active' and (u.all_buildings
      or exists (select 1 from property_staff s where s.user_id = u.id and ${inReach} and ${here}))
    order by u.full_name collate "C", u.id limit ${techniciansMax}`.execute(ctx.db);
  return rows;
}

/** The orders that may have a place in the seven days; a day of a zone begins and ends within a day of that in UTC. */
async function ordersOf(ctx: SignedInCtx, from: Day, people: readonly Technician[]): Promise<WorkOrderRow[]> {
  const [begin, end] = [addDays(from, -1), addDays(from, 9)];
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from work_orders o
    where o.id in (
        select w.id from work_orders w
          where w.deleted_at is null and w.planned_on >= ${from}::date and w.planned_on < ${addDays(from, 7)}::date
        union select w.work_order_id from work_order_appointments w
          where w.state = 'agreed' and w.starts_at >= ${begin}::timestamptz and w.starts_at < ${end}::timestamptz
        union select w.id from work_orders w
          where w.deleted_at is null and w.due_rank >= ${begin}::timestamptz and w.due_rank < ${end}::timestamptz)
      and o.deleted_at is null and o.status <> 'cancelled' and o.assignee_id = any(${ids}::bigint[])
      and ${workOrderScope(ctx.actor.accessScope)}
    order by o.priority_rank desc, o.id limit ${ordersOfWeekMax * 2}`.execute(ctx.db);
  return presentRows(rows, ctx.actor);
}
