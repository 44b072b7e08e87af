import type { SignedInCtx } from "#server/http/context.ts";
import { type RequestedWork, statusAfterStep } from "../../work.ts";
import { addActivity } from "../activity/activity.ts";
import { type Assignee, findRetainedTeam, logAssignment } from "../assignment/assign.ts";
import {
  applyStatusChangeEffects,
  clearedPauseFields,
  getFieldsAfterStatusChange,
} from "../changes/after-status-change.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { getTimeZone, type WorkOrderRecord } from "../queries.ts";

/**
 * Applies the requested status and pause and, with `assignee`, the assignee. Logs each change and notifies
 * participants. `at` is when the work happened. Values that already match aren't changed or logged.
 */
export async function applyWork(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  requested: RequestedWork,
  { assignee, at: happenedAt = ctx.happenedAt }: { assignee?: Assignee; at?: Date } = {},
): Promise<void> {
  const { db, now } = ctx;
  const status = statusAfterStep[requested.step];
  const isPause = requested.step === "pause" && requested.reason !== undefined;
  const until = requested.until == null ? null : new Date(requested.until);
  const isReassigned = assignee !== undefined && order.assignee_id !== assignee.id;
  const isStatusChanged = order.status !== status;
  const isPauseChanged = isPause
    ? order.pause_reason !== requested.reason || order.paused_until?.getTime() !== until?.getTime()
    : order.pause_reason !== null;
  if (!isReassigned && !isStatusChanged && !isPauseChanged) return;
  const changedOrder = await db
    .updateTable("work_orders")
    .set({
      status,
      ...getFieldsAfterStatusChange(order, status, { happenedAt, now }),
      ...(isPause
        ? { pause_reason: requested.reason ?? null, paused_at: happenedAt, paused_until: until }
        : clearedPauseFields),
      ...(isReassigned
        ? { assignee_id: assignee.id, team_id: await findRetainedTeam(ctx, order, assignee.id) }
        : {}),
      updated_at: now,
      version: order.version + 1,
    })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isStatusChanged) await applyStatusChangeEffects(ctx, order, status, happenedAt);
  const subject = { workOrderId: order.id, title: order.title };
  if (isReassigned) {
    await logAssignment(ctx, order, assignee.id, assignee);
    await notifyParticipants(
      ctx,
      changedOrder,
      { kind: "work-order.assigned", details: { ...subject, assignee: assignee.fullName } },
      { additionalUserIds: order.assignee_id === null ? [] : [order.assignee_id] },
    );
  }
  if (isStatusChanged) {
    await addActivity(ctx, order, {
      actionType: "status_changed",
      details: { from: order.status, to: status },
    });
    await notifyParticipants(ctx, changedOrder, {
      kind: "work-order.status",
      details: { ...subject, status },
    });
  }
  if (isPauseChanged && status === "in_progress") await recordPauseChange(ctx, changedOrder);
  publishWorkOrderChange(ctx, "work-order.changed", changedOrder);
}

/** Logs that work was paused or resumed, and notifies participants of a pause. */
async function recordPauseChange(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const { pause_reason: reason, paused_until } = order;
  if (reason === null) {
    await addActivity(ctx, order, { actionType: "pause_changed", details: { ended: true } });
    return;
  }
  const pause = {
    reason,
    until: paused_until?.toISOString() ?? null,
    timeZone: await getTimeZone(ctx, order),
  };
  await addActivity(ctx, order, { actionType: "pause_changed", details: pause });
  if (reason === "break") return;
  await notifyParticipants(ctx, order, {
    kind: "work-order.paused",
    details: { workOrderId: order.id, title: order.title, ...pause },
  });
}
