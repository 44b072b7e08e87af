import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { WorkOrder } from "../contract.ts";
import type { Status } from "../status.ts";
import { addActivity } from "./activity.ts";
import { fieldsAfterMove, settleAfterMove } from "./after-move.ts";
import { commentOn } from "./comment.ts";
import { movesFor, presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder } from "./queries.ts";
import { refuseAsStale, refuseStale } from "./stale.ts";

/**
 * Moves an order (WO-26, ROLE-18); the reason becomes a comment. A move to its present status changes nothing but adds its reason.
 * @throws AppError not_found, forbidden, or conflict when `seen` is an old version or `seenStatus` not its status
 */
export async function changeStatus(
  ctx: SignedInCtx,
  id: number,
  {
    status,
    reason,
    seenStatus,
  }: { status: Status; reason?: string | undefined; seenStatus?: Status | undefined },
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  const isMove = order.status !== status;
  if (isMove || reason !== undefined) {
    await refuseStale(ctx, order, seen);
    if (seenStatus !== undefined && seenStatus !== order.status) await refuseAsStale(ctx, order);
  }
  if (isMove) {
    if (!movesFor(order, actor.id, actor.role, now).includes(status))
      throw forbidden(
        "You can cancel your own open work order, and reopen it within 7 days of its completion.",
      );
    const moved = await db
      .updateTable("work_orders")
      .set({
        status,
        ...fieldsAfterMove(order, status, ctx),
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await settleAfterMove(ctx, order, status);
    await addActivity(ctx, order, {
      actionType: "status_changed",
      particulars: { from: order.status, to: status },
    });
    if (reason !== undefined)
      await addActivity(ctx, order, { actionType: "comment_added", particulars: { text: reason } });
    await notifyParticipants(ctx, moved, {
      kind: "work-order.status",
      particulars: { workOrderId: id, title: order.title, status },
    });
    publishOrderChange(ctx, "work-order.changed", moved);
  } else if (reason !== undefined) await commentOn(ctx, id, { text: reason, internal: false });
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}
