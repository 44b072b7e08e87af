import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { WorkOrder } from "../../contract.ts";
import type { Status } from "../../status.ts";
import { addActivity } from "../activity/activity.ts";
import { addComment } from "../activity/comment.ts";
import { assertCurrentWorkOrder, throwVersionConflict } from "../assert-current-work-order.ts";
import { assertCanWork } from "../assignment/assign.ts";
import { getAllowedStatuses, presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder } from "../queries.ts";
import {
  applyStatusChangeEffects,
  assertReasonToCancel,
  getFieldsAfterStatusChange,
} from "./after-status-change.ts";

/**
 * Changes a work order's status (WO-26, ROLE-18) and adds the reason as a comment. If the status is already
 * set, only the reason is added.
 * @throws AppError not_found; forbidden; invalid if cancelling without a reason; conflict if `expectedVersion` is outdated or the status isn't
 * `expectedStatus`
 */
export async function changeStatus(
  ctx: SignedInCtx,
  id: number,
  { status, reason, expectedStatus }: { status: Status; reason?: string; expectedStatus?: Status },
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  const isStatusChange = order.status !== status;
  if (isStatusChange || reason !== undefined) {
    await assertCurrentWorkOrder(ctx, order, expectedVersion);
    if (expectedStatus !== undefined && expectedStatus !== order.status)
      await throwVersionConflict(ctx, order);
  }
  if (isStatusChange) {
    await assertCanWork(ctx, order);
    if (!getAllowedStatuses(order, actor.accessScope, now).includes(status))
      throw forbidden("You can cancel your open work orders, and reopen them within 7 days of completion.");
    assertReasonToCancel(order, status, reason);
    const changedOrder = await db
      .updateTable("work_orders")
      .set({
        status,
        ...getFieldsAfterStatusChange(order, status, ctx),
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await applyStatusChangeEffects(ctx, order, status);
    await addActivity(ctx, order, {
      actionType: "status_changed",
      details: { from: order.status, to: status },
    });
    if (reason !== undefined)
      await addActivity(ctx, order, { actionType: "comment_added", details: { text: reason } });
    await notifyParticipants(ctx, changedOrder, {
      kind: "work-order.status",
      details: { workOrderId: id, title: order.title, status },
    });
    publishWorkOrderChange(ctx, "work-order.changed", changedOrder);
  } else if (reason !== undefined) await addComment(ctx, id, { text: reason, internal: false });
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}
