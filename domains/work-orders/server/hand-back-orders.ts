import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { addActivity } from "./activity.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import { isUnfinished, type WorkOrderRecord } from "./queries.ts";
import { membersIn, teamMembersFor, teamOf } from "./teams.ts";

/** The team of an order `o`, as long as somebody of it works in the building. */
const teamLeft = sql`(select t.id from teams t where t.id = o.team_id and exists (${membersIn(sql`o.property_id`)}))`;

/**
 * Puts a technician's unfinished orders back into the queue or back to their team, except those in the buildings of `keptIn`, each
 * with an entry in its log, in the caller's transaction; time that runs there ends. Where nobody of a team is left in the
 * building, its orders are nobody's, also those that wait to be taken. The others of the team are notified, or else those who run
 * the building, as the orders need a new assignee. Returns how many orders it handed back. Called by the accounts domain.
 */
export async function handBackOrders(
  ctx: SignedInCtx,
  { assigneeId, keptIn, reason }: { assigneeId: number; keptIn: number[] | "everywhere"; reason: string },
): Promise<number> {
  if (keptIn === "everywhere") return 0;
  const { db, now } = ctx;
  const { rows: orders } = await sql<{ id: number; from: number | null }>`
    select o.id, o.assignee_id as "from" from work_orders o
    where (o.assignee_id = ${assigneeId} or (o.assignee_id is null and ${teamLeft} is null
        and o.team_id = any(array(select m.team_id from team_members m where m.user_id = ${assigneeId}))))
      and o.deleted_at is null and ${isUnfinished} and o.property_id <> all(${keptIn}::bigint[])
    order by o.id for update`.execute(db);
  await db
    .updateTable("work_order_times")
    .set((row) => ({
      ended_at: row.fn<Date>("greatest", ["started_at", row.val(now)]),
      version: row("version", "+", 1),
    }))
    .where("user_id", "=", assigneeId)
    .where("ended_at", "is", null)
    .$if(keptIn.length > 0, (query) => query.where("property_id", "not in", keptIn))
    .execute();
  const { rows: handedBack } = await sql<WorkOrderRecord>`
    update work_orders o set assignee_id = null, team_id = ${teamLeft}, updated_at = ${now}, version = version + 1
    where id = any(${orders.map(({ id }) => id)}::bigint[]) returning o.*`.execute(db);
  for (const order of handedBack) {
    const team = await teamOf(ctx, order.team_id, null);
    await addActivity(ctx, order, {
      actionType: "assigned",
      particulars: {
        from: orders.find(({ id }) => id === order.id)?.from ?? null,
        to: null,
        ...(team === null ? {} : { backTo: team.name }),
        reason,
      },
    });
    if (team !== null)
      await notifyThose(ctx, order, await teamMembersFor(ctx, order.property_id, team.id), {
        kind: "work-order.assigned",
        particulars: {
          workOrderId: order.id,
          title: order.title,
          assignee: `the team ${team.name}`,
          reason,
        },
      });
    publishOrderChange(ctx, "work-order.changed", order);
  }
  await notifyManagers(
    ctx,
    handedBack.filter((order) => order.team_id === null),
    reason,
  );
  return handedBack.length;
}

/**
 * Takes back the unfinished orders that nobody of a team has taken: all of them, or those in buildings where nobody of it is
 * left. Each gets an entry in its log with the reason, in the caller's transaction, and those who run the building are
 * notified. Returns how many. Called by the dispatch domain.
 */
export async function takeBackFromTeam(
  ctx: SignedInCtx,
  { teamId, where, reason }: { teamId: number; where: "everywhere" | "nobody-is-left"; reason: string },
): Promise<number> {
  const { rows: orders } = await sql<WorkOrderRecord>`
    update work_orders o set team_id = null, updated_at = ${ctx.now}, version = version + 1
    where o.team_id = ${teamId} and o.assignee_id is null and o.deleted_at is null and ${isUnfinished}
      and (${where === "everywhere"} or ${teamLeft} is null)
    returning o.*`.execute(ctx.db);
  for (const order of orders) {
    await addActivity(ctx, order, { actionType: "assigned", particulars: { from: null, to: null, reason } });
    publishOrderChange(ctx, "work-order.changed", order);
  }
  await notifyManagers(ctx, orders, reason);
  return orders.length;
}

/** Sends one notification for several orders in one building. */
async function notifyManagers(
  ctx: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  reason: string,
): Promise<void> {
  for (const propertyId of new Set(orders.map((order) => order.property_id))) {
    const here = orders.filter((order) => order.property_id === propertyId);
    const [first] = here;
    if (first === undefined) continue;
    const userIds = await managersOf(ctx, propertyId, { admins: "where-nobody-else", but: ctx.actor.id });
    await notify(ctx, userIds, {
      kind: "work-order.assigned",
      propertyId,
      ...(here.length === 1
        ? { particulars: { workOrderId: first.id, title: first.title, assignee: null, reason } }
        : {
            particulars: { count: here.length, reason },
            link: `/work-orders?propertyId=${propertyId}&assignee=none`,
          }),
    });
  }
}
