import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addActivity } from "./activity.ts";
import { publishOrderChange } from "./publish-change.ts";
import { lockOrder } from "./queries.ts";
import { endTimesOf } from "./run-times.ts";

/** Marks an order as deleted (WO-49); its log, signatures, photos and files stay. @throws AppError not_found */
export async function deleteOrder(ctx: SignedInCtx, id: number): Promise<void> {
  const order = await lockOrder(ctx, id);
  await endTimesOf(ctx, id);
  await addActivity(ctx, order, { actionType: "deleted", particulars: {} });
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
  publishOrderChange(ctx, "work-order.deleted", { ...order, version: order.version + 1 });
}
