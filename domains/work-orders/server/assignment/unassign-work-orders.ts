import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { addActivity } from "../activity/activity.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import { isUnfinished, type WorkOrderRecord } from "../queries.ts";
import { limitEnd } from "../time-entries/timers.ts";
import { findTeam, findTeamMembers, membersAt } from "./teams.ts";

/** The team of work order `o` if it still has members at the property. */
const remainingTeam = sql`(select t.id from teams t where t.id = o.team_id and exists (${membersAt(sql`o.property_id`)}))`;

/**
 * Unassigns a technician's unfinished work orders, except at the `exceptAt` properties, stops the
 * technician's timers there, and logs each change in the caller's transaction. A work order returns to its
 * team. If the team has no members left at the property, the work order becomes unassigned, even if it was
 * unclaimed. Notifies the rest of the team, or otherwise the property's managers, who need to reassign the
 * work. Returns the number of unassigned work orders. Called by the accounts domain.
 */
export async function unassignWorkOrders(
  ctx: SignedInCtx,
  { assigneeId, exceptAt, reason }: { assigneeId: number; exceptAt: number[] | "everywhere"; reason: string },
): Promise<number> {
  if (exceptAt === "everywhere") return 0;
  const { db, now } = ctx;
  const { rows: orders } = await sql<{ id: number; from: number | null }>`
    select o.id, o.assignee_id as "from" from work_orders o
    where (o.assignee_id = ${assigneeId} or (o.assignee_id is null and ${remainingTeam} is null
        and o.team_id = any(array(select m.team_id from team_members m where m.user_id = ${assigneeId}))))
      and o.deleted_at is null and ${isUnfinished} and o.property_id <> all(${exceptAt}::bigint[])
    order by o.id for update`.execute(db);
  await sql`
    update work_order_times t set ended_at = ${limitEnd(sql`greatest(t.started_at, ${now})`)}, recorded_at = ${now}, version = version + 1
    where user_id = ${assigneeId} and ended_at is null and property_id <> all(${exceptAt}::bigint[])`.execute(
    db,
  );
  const { rows: unassigned } = await sql<WorkOrderRecord>`
    update work_orders o set assignee_id = null, team_id = ${remainingTeam}, updated_at = ${now}, version = version + 1
    where id = any(${orders.map(({ id }) => id)}::bigint[]) returning o.*`.execute(db);
  for (const order of unassigned) {
    const team = await findTeam(ctx, order.team_id, null);
    await addActivity(ctx, order, {
      actionType: "assigned",
      details: {
        from: orders.find(({ id }) => id === order.id)?.from ?? null,
        to: null,
        ...(team === null ? {} : { backTo: team.name }),
        reason,
      },
    });
    if (team !== null)
      await notifyPeople(ctx, order, await findTeamMembers(ctx, order.property_id, team.id), {
        kind: "work-order.assigned",
        details: {
          workOrderId: order.id,
          title: order.title,
          assignee: `team ${team.name}`,
          reason,
        },
      });
    publishWorkOrderChange(ctx, "work-order.changed", order);
  }
  await notifyManagers(
    ctx,
    unassigned.filter((order) => order.team_id === null),
    reason,
  );
  return unassigned.length;
}

/**
 * Unassigns a team's unclaimed work orders: all of them, or those at properties where the team has no members
 * left. Logs the reason in the caller's transaction and notifies the property's managers. Returns the number
 * of work orders. Called by the dispatch domain.
 */
export async function unassignFromTeam(
  ctx: SignedInCtx,
  { teamId, where, reason }: { teamId: number; where: "everywhere" | "no-members-left"; reason: string },
): Promise<number> {
  const { rows: orders } = await sql<WorkOrderRecord>`
    update work_orders o set team_id = null, updated_at = ${ctx.now}, version = version + 1
    where o.team_id = ${teamId} and o.assignee_id is null and o.deleted_at is null and ${isUnfinished}
      and (${where === "everywhere"} or ${remainingTeam} is null)
    returning o.*`.execute(ctx.db);
  for (const order of orders) {
    await addActivity(ctx, order, { actionType: "assigned", details: { from: null, to: null, reason } });
    publishWorkOrderChange(ctx, "work-order.changed", order);
  }
  await notifyManagers(ctx, orders, reason);
  return orders.length;
}

/** Sends one notification per property, even for several work orders. */
async function notifyManagers(
  ctx: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  reason: string,
): Promise<void> {
  for (const propertyId of new Set(orders.map((order) => order.property_id))) {
    const ordersAtProperty = orders.filter((order) => order.property_id === propertyId);
    const [firstOrder] = ordersAtProperty;
    if (firstOrder === undefined) continue;
    const userIds = await findManagers(ctx, propertyId, { admins: "when-no-landlord", except: ctx.actor.id });
    await notify(ctx, userIds, {
      kind: "work-order.assigned",
      propertyId,
      ...(ordersAtProperty.length === 1
        ? { details: { workOrderId: firstOrder.id, title: firstOrder.title, assignee: null, reason } }
        : {
            details: { count: ordersAtProperty.length, reason },
            link: `/work-orders?propertyId=${propertyId}&assignee=none`,
          }),
    });
  }
}
