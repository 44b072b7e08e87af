import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { toWallTime } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { findPlacements, getMondayToPlan, getWeekDays, groupByPersonAndDay, sumMinutes } from "../../week.ts";
import { maxWeekWorkOrders, type readWeek, type Week, type WeekPerson } from "../../week-contract.ts";
import { assignableStaffScope, workOrderScope } from "../access.ts";
import { presentRows, type WorkOrderListRow, workOrderColumns } from "../list/list.ts";

/**
 * Returns the accessible technicians with their work for seven days (requirements, "The week"). Work orders
 * the user can't access aren't counted, even for the same people.
 */
export async function getWeek(
  ctx: SignedInCtx,
  { from: requestedFrom, propertyId }: QueryOf<typeof readWeek>,
): Promise<Week> {
  const today = await getToday(ctx);
  const startsOn = requestedFrom ?? getMondayToPlan(today);
  const days = getWeekDays(startsOn);
  const people = await findTechnicians(ctx, propertyId);
  const candidates = await findWeekWorkOrders(ctx, startsOn, people);
  const orders = candidates.filter((order) => findPlacements(order).some(({ day }) => days.includes(day)));
  const placements = groupByPersonAndDay(orders, days);
  return {
    from: startsOn,
    today,
    people: people.map((person) => ({
      ...person,
      minutes: days.map((day) => sumMinutes(placements.get(person.id)?.get(day) ?? [])),
    })),
    orders: orders.slice(0, maxWeekWorkOrders),
    isTruncated: orders.length > maxWeekWorkOrders,
  };
}

async function getToday({ db, now }: SignedInCtx): Promise<Day> {
  const { time_zone } = await db.selectFrom("organization").select("time_zone").executeTakeFirstOrThrow();
  return toWallTime(now, time_zone).day;
}

type Technician = Omit<WeekPerson, "minutes">;

const maxTechnicians = 300;

/** Returns maintenance staff at accessible properties, or at this property. */
async function findTechnicians(ctx: SignedInCtx, propertyId: number | undefined): Promise<Technician[]> {
  const isAccessible = assignableStaffScope(ctx.actor.accessScope);
  const isSelectedProperty = propertyId === undefined ? sql`true` : sql`s.property_id = ${propertyId}`;
  const { rows } = await sql<Technician>`
    select u.id, u.full_name as "fullName", case when not u.has_all_properties then
        array(select s.property_id from property_staff s where s.user_id = u.id and ${isAccessible} order by s.property_id) end as "propertyIds"
    from users u
    where u.role = 'maintenance' and u.state = 'active' and (u.has_all_properties
      or exists (select 1 from property_staff s where s.user_id = u.id and ${isAccessible} and ${isSelectedProperty}))
    order by u.full_name collate "C", u.id limit ${maxTechnicians}`.execute(ctx.db);
  return rows;
}

/**
 * Returns work orders that might fall within the seven days. The range is a day wider on both ends to cover
 * every time zone.
 */
async function findWeekWorkOrders(
  ctx: SignedInCtx,
  startsOn: Day,
  people: readonly Technician[],
): Promise<WorkOrderRow[]> {
  const [start, end] = [addDays(startsOn, -1), addDays(startsOn, 9)];
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<WorkOrderListRow>`
    select ${workOrderColumns} from work_orders o
    where o.id in (
        select w.id from work_orders w
          where w.deleted_at is null and w.planned_on >= ${startsOn}::date and w.planned_on < ${addDays(startsOn, 7)}::date
        union select w.work_order_id from work_order_appointments w
          where w.state = 'confirmed' and w.starts_at >= ${start}::timestamptz and w.starts_at < ${end}::timestamptz
        union select w.id from work_orders w
          where w.deleted_at is null and w.due_rank >= ${start}::timestamptz and w.due_rank < ${end}::timestamptz)
      and o.deleted_at is null and o.status <> 'cancelled' and o.assignee_id = any(${ids}::bigint[])
      and ${workOrderScope(ctx.actor.accessScope)}
    order by o.priority_rank desc, o.id limit ${maxWeekWorkOrders * 2}`.execute(ctx.db);
  return presentRows(rows, ctx.actor);
}
