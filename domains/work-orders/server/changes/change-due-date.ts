import type { SignedInCtx } from "#server/http/context.ts";
import type { WorkOrder } from "../../contract.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCurrentWorkOrder } from "../assert-current-work-order.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, getTimeZone, lockWorkOrder } from "../queries.ts";

/**
 * Sets the due date (an instant), or clears it with null (requirements, "Due dates"). Setting the same time
 * has no effect.
 * @throws AppError not_found; conflict if `expectedVersion` is outdated
 */
export async function changeDueDate(
  ctx: SignedInCtx,
  id: number,
  dueAt: string | null,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  const newDueAt = dueAt === null ? null : new Date(dueAt);
  if (order.due_at?.getTime() !== newDueAt?.getTime()) {
    await assertCurrentWorkOrder(ctx, order, expectedVersion);
    const changedOrder = await db
      .updateTable("work_orders")
      .set({ due_at: newDueAt, updated_at: now, version: order.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const to = newDueAt?.toISOString() ?? null;
    const timeZone = await getTimeZone(ctx, order);
    await addActivity(ctx, order, {
      actionType: "due_changed",
      details: { from: order.due_at?.toISOString() ?? null, to, timeZone },
    });
    await notifyParticipants(ctx, changedOrder, {
      kind: "work-order.due",
      details: { workOrderId: id, title: order.title, dueAt: to, timeZone },
    });
    publishWorkOrderChange(ctx, "work-order.changed", changedOrder);
  }
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}
