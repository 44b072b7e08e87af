import { type RawBuilder, sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import type { WorkOrder } from "../../contract.ts";
import type { listPossibleWatchers } from "../../watchers-contract.ts";
import { workOrderScope } from "../access.ts";
import { presentWorkOrder } from "../present.ts";
import { publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";

/** Limited because every change notifies all watchers. */
const maxWatchers = 50;

/**
 * Adds or removes the user as a watcher. Watching doesn't change the work, so it isn't logged (requirements,
 * "Watchers").
 * @throws AppError not_found; forbidden for a former tenant; conflict at the watcher limit
 */
export async function setWatching(ctx: SignedInCtx, id: number, isWatching: boolean): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const { actor } = ctx;
  await (isWatching ? addWatcher(ctx, order, actor.id) : removeWatcher(ctx, order, actor.id));
  return presentWorkOrder(await findWorkOrder(ctx.db, actor.accessScope, id), actor, ctx.now);
}

/**
 * Adds someone else as a watcher and notifies them, or removes them.
 * @throws AppError not_found; invalid if the person doesn't have access; conflict at the watcher limit
 */
export async function updateWatcher(
  ctx: SignedInCtx,
  id: number,
  { userId, isWatching }: { userId: number; isWatching: boolean },
): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const { actor } = ctx;
  if (!isWatching) await removeWatcher(ctx, order, userId);
  else {
    const people = await selectPossibleWatchers(ctx, order, sql`viewer.user_id = ${userId}`);
    if (people.length === 0) throw invalid({ userId: "This person doesn't have access to this work order." });
    if (await addWatcher(ctx, order, userId)) await notifyWatcher(ctx, order, userId);
  }
  return presentWorkOrder(await findWorkOrder(ctx.db, actor.accessScope, id), actor, ctx.now);
}

/** Notifies the new watcher only. */
async function notifyWatcher(ctx: SignedInCtx, { id, property_id, title }: WorkOrderRecord, userId: number) {
  const { actor } = ctx;
  if (userId !== actor.id)
    await notify(ctx, [userId], {
      kind: "work-order.watching",
      details: { workOrderId: id, title, by: actor.fullName },
      propertyId: property_id,
    });
}

/** Returns whether the person was added, false if they were already watching. */
async function addWatcher(ctx: SignedInCtx, order: WorkOrderRecord, userId: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from work_order_watchers where work_order_id = ${order.id}`.execute(ctx.db);
  if (rows.some(({ user_id }) => user_id === userId)) return false;
  if (rows.length >= maxWatchers)
    throw conflict(`This work order already has ${maxWatchers} watchers. Remove one first.`);
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
  publishWorkOrderChange(ctx, "work-order.watchers", order);
  return true;
}

async function removeWatcher(ctx: SignedInCtx, order: WorkOrderRecord, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom("work_order_watchers")
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", userId)
    .execute();
  publishWorkOrderChange(ctx, "work-order.watchers", order);
}

/**
 * Returns the people who can be added: property staff, administrators, and members of the work order's lease.
 */
export async function findPossibleWatchers(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof listPossibleWatchers>> {
  return selectPossibleWatchers(ctx, await findWorkOrder(ctx.db, ctx.actor.accessScope, id));
}

/**
 * Applies the access rule only to people connected to the property and the lease. Checking every user would
 * be too slow.
 */
async function selectPossibleWatchers(
  { db }: SignedInCtx,
  order: Pick<WorkOrderRecord, "id" | "property_id" | "lease_id">,
  condition: RawBuilder<unknown> = sql`true`,
) {
  const { rows } = await sql<{ id: number; fullName: string; role: Role }>`
    select u.id, u.full_name as "fullName", u.role
    from work_orders o, access_scopes viewer join users u on u.id = viewer.user_id
    where o.id = ${order.id} and ${condition} and ${workOrderScope(everyViewer, "write")} and viewer.user_id = any(array(
      select l.user_id from property_landlords l where l.property_id = ${order.property_id}
      union select s.user_id from property_staff s where s.property_id = ${order.property_id}
      union select m.user_id from current_lease_members m where m.lease_id = ${order.lease_id}
      union select e.id from users e where e.has_all_properties
      union select a.id from users a where a.role = 'admin'))
    order by u.full_name collate "C", u.id limit 200`.execute(db);
  return rows;
}
