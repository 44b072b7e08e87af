import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addActivity } from "../activity/activity.ts";
import { publishWorkOrderChange } from "../publish-change.ts";
import { lockWorkOrder } from "../queries.ts";
import { stopTimers } from "../time-entries/timers.ts";

/**
 * Marks a work order as deleted (WO-49). Its log, signatures, photos, and files are kept.
 * @throws AppError not_found
 */
export async function markAsDeleted(ctx: SignedInCtx, id: number): Promise<void> {
  const order = await lockWorkOrder(ctx, id);
  await stopTimers(ctx, id);
  await addActivity(ctx, order, { actionType: "deleted", details: {} });
  await ctx.db
    .updateTable("work_orders")
    .set({ deleted_at: ctx.now, updated_at: ctx.now, version: order.version + 1 })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "work-order.deleted",
    subjectType: "work-order",
    subjectId: id,
    propertyId: order.property_id,
    details: { title: order.title, status: order.status },
  });
  publishWorkOrderChange(ctx, "work-order.deleted", { ...order, version: order.version + 1 });
}
