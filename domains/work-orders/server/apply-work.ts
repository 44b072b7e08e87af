import type { SignedInCtx } from "#server/http/context.ts";
import { type AskedWork, type PauseReason, statusAfter } from "../work.ts";
import { addActivity } from "./activity.ts";
import { fieldsAfterMove, notPaused, settleAfterMove } from "./after-move.ts";
import { type Assignee, logAssigned, teamKept } from "./assign.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { timeZoneOf, type WorkOrderRecord } from "./queries.ts";

/**
 * Makes the order what was asked for: its status, its pause and, for `taker`, its assignee, with the entries of its log, and
 * tells everybody concerned. `at` is when it was done. What is so already changes nothing.
 */
export async function applyWork(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  asked: AskedWork,
  { taker, at = ctx.happenedAt }: { taker?: Assignee | undefined; at?: Date } = {},
): Promise<void> {
  const { db, now } = ctx;
  const status = statusAfter[asked.did];
  const rests = asked.did === "pause" && asked.reason !== undefined;
  const until = asked.until == null ? null : new Date(asked.until);
  const isTaken = taker !== undefined && order.assignee_id !== taker.id;
  const isMoved = order.status !== status;
  const isPauseChanged = rests
    ? order.pause_reason !== asked.reason || order.paused_until?.getTime() !== until?.getTime()
    : order.pause_reason !== null;
  if (!isTaken && !isMoved && !isPauseChanged) return;
  const changed = await db
    .updateTable("work_orders")
    .set({
      status,
      ...fieldsAfterMove(order, status, { happenedAt: at, now }),
      ...(rests ? { pause_reason: asked.reason ?? null, paused_at: at, paused_until: until } : notPaused),
      ...(isTaken ? { assignee_id: taker.id, team_id: await teamKept(ctx, order, taker.id) } : {}),
      updated_at: now,
      version: order.version + 1,
    })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isMoved) await settleAfterMove(ctx, order, status, at);
  const about = { workOrderId: order.id, title: order.title };
  if (isTaken) {
    await logAssigned(ctx, order, taker.id, taker);
    await notifyParticipants(
      ctx,
      changed,
      { kind: "work-order.assigned", particulars: { ...about, assignee: taker.fullName } },
      { also: order.assignee_id === null ? [] : [order.assignee_id] },
    );
  }
  if (isMoved) {
    await addActivity(ctx, order, {
      actionType: "status_changed",
      particulars: { from: order.status, to: status },
    });
    await notifyParticipants(ctx, changed, { kind: "work-order.status", particulars: { ...about, status } });
  }
  if (isPauseChanged && status === "in_progress") await tellOfPause(ctx, changed);
  publishOrderChange(ctx, "work-order.changed", changed);
}

async function tellOfPause(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const { pause_reason: reason, paused_until } = order;
  if (reason === null)
    return void (await addActivity(ctx, order, {
      actionType: "pause_changed",
      particulars: { ended: true },
    }));
  const pause = {
    // A check of the table allows these only.
    reason: reason as PauseReason,
    until: paused_until?.toISOString() ?? null,
    timeZone: await timeZoneOf(ctx, order),
  };
  await addActivity(ctx, order, { actionType: "pause_changed", particulars: pause });
  await notifyParticipants(ctx, order, {
    kind: "work-order.paused",
    particulars: { workOrderId: order.id, title: order.title, ...pause },
  });
}
