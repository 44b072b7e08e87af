import { type RawBuilder, sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { WorkOrder } from "../contract.ts";
import type { listPossibleWatchers } from "../watchers-contract.ts";
import { workOrderScope } from "./access.ts";
import { presentOrder } from "./present.ts";
import { publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";

/** Each change of an order tells all of them. */
const watchersMax = 50;

/**
 * Adds or removes the user as a watcher. The activity log has nothing of it: it is about the work, which watching does not
 * change (requirements, "Watchers").
 * @throws AppError not_found; forbidden for a former tenant; conflict with too many watchers
 */
export async function watchOrder(ctx: SignedInCtx, id: number, isWatching: boolean): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const { actor } = ctx;
  await (isWatching ? add(ctx, order, actor.id) : remove(ctx, order, actor.id));
  return presentOrder(await findOrder(ctx.db, actor.accessScope, id), actor, ctx.now);
}

/**
 * Adds somebody else, who is told, or removes them.
 * @throws AppError not_found; invalid when the person may not see the order; conflict with too many watchers
 */
export async function changeWatcherOf(
  ctx: SignedInCtx,
  id: number,
  { userId, isWatching }: { userId: number; isWatching: boolean },
): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const { actor } = ctx;
  if (!isWatching) await remove(ctx, order, userId);
  else {
    const people = await possibleWatchers(ctx, order, sql`viewer.user_id = ${userId}`);
    if (people.length === 0) throw invalid({ userId: "This person may not see this work order." });
    if (await add(ctx, order, userId)) await tell(ctx, order, userId);
  }
  return presentOrder(await findOrder(ctx.db, actor.accessScope, id), actor, ctx.now);
}

/** The others are told of the order, not of one another. */
async function tell(ctx: SignedInCtx, { id, property_id, title }: WorkOrderRecord, userId: number) {
  const { actor } = ctx;
  if (userId !== actor.id)
    await notify(ctx, [userId], {
      kind: "work-order.watching",
      particulars: { workOrderId: id, title, by: actor.fullName },
      propertyId: property_id,
    });
}

/** Whether the person did not watch it before. */
async function add(ctx: SignedInCtx, order: WorkOrderRecord, userId: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from work_order_watchers where work_order_id = ${order.id}`.execute(ctx.db);
  if (rows.some(({ user_id }) => user_id === userId)) return false;
  if (rows.length >= watchersMax)
    throw conflict(`${watchersMax} people watch this work order. Please remove somebody first.`);
  await ctx.db
    .insertInto("work_order_watchers")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      user_id: userId,
      added_by_id: ctx.actor.id,
      created_at: ctx.now,
    })
    .execute();
  publishOrderChange(ctx, "work-order.watchers", order);
  return true;
}

async function remove(ctx: SignedInCtx, order: WorkOrderRecord, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom("work_order_watchers")
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", userId)
    .execute();
  publishOrderChange(ctx, "work-order.watchers", order);
}

/** Who may be added: the staff of the building, administrators and the members of the order's lease. */
export async function possibleWatchersOf(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof listPossibleWatchers>> {
  return possibleWatchers(ctx, await findOrder(ctx.db, ctx.actor.accessScope, id));
}

/** The access rule among the people of the building and the lease, as everybody would be too many. */
async function possibleWatchers(
  { db }: SignedInCtx,
  order: Pick<WorkOrderRecord, "id" | "property_id" | "lease_id">,
  only: RawBuilder<unknown> = sql`true`,
) {
  const { rows } = await sql<{ id: number; fullName: string; role: string }>`
    select u.id, u.full_name as "fullName", u.role
    from work_orders o, access_scopes viewer join users u on u.id = viewer.user_id
    where o.id = ${order.id} and ${only} and ${workOrderScope(everyViewer, "write")} and viewer.user_id = any(array(
      select l.user_id from property_landlords l where l.property_id = ${order.property_id}
      union select s.user_id from property_staff s where s.property_id = ${order.property_id}
      union select m.user_id from current_lease_members m where m.lease_id = ${order.lease_id}
      union select e.id from users e where e.all_buildings
      union select a.id from users a where a.role = 'admin'))
    order by u.full_name collate "C", u.id limit 200`.execute(db);
  return rows;
}
