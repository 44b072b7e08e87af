import type { SignedInCtx } from "#server/http/context.ts";
import type { WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, timeZoneOf } from "./queries.ts";
import { refuseStale } from "./stale.ts";

/**
 * Sets when an order is due, an instant, or with null that it is not (requirements, "Due times"). The same time changes
 * nothing.
 * @throws AppError not_found; conflict when `seen` is an old version
 */
export async function setDue(
  ctx: SignedInCtx,
  id: number,
  dueAt: string | null,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  const due = dueAt === null ? null : new Date(dueAt);
  if (order.due_at?.getTime() !== due?.getTime()) {
    await refuseStale(ctx, order, seen);
    const changed = await db
      .updateTable("work_orders")
      .set({ due_at: due, updated_at: now, version: order.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const to = due?.toISOString() ?? null;
    const timeZone = await timeZoneOf(ctx, order);
    await addActivity(ctx, order, {
      actionType: "due_changed",
      particulars: { from: order.due_at?.toISOString() ?? null, to, timeZone },
    });
    await notifyParticipants(ctx, changed, {
      kind: "work-order.due",
      particulars: { workOrderId: id, title: order.title, dueAt: to, timeZone },
    });
    publishOrderChange(ctx, "work-order.changed", changed);
  }
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}
