import type { SignedInCtx } from "#server/http/context.ts";
import type { Status } from "../status.ts";
import { dropPastVisit } from "./appointments.ts";
import type { WorkOrderRecord } from "./queries.ts";
import { endTimesOf } from "./run-times.ts";

/**
 * What a change of status does to the completion of an order: one that leaves Completed is no longer signed off, and is signed
 * again when it is completed again. The signature itself is kept (SIG-14). Work rests only while it is in progress.
 */
export const fieldsAfterMove = (
  order: WorkOrderRecord,
  status: Status,
  { happenedAt, now }: Pick<SignedInCtx, "happenedAt" | "now">,
) => ({
  ...(status !== "completed"
    ? { completed_at: null, completion_came_at: null }
    : order.completed_at === null
      ? { completed_at: happenedAt, completion_came_at: happenedAt < now ? now : null }
      : {}),
  signature_id: order.status === "completed" && status !== "completed" ? null : order.signature_id,
  ...(status === "in_progress" ? {} : notPaused),
});

export const notPaused = { pause_reason: null, paused_at: null, paused_until: null };

/** What it does to the rest: a visit that is over goes with the work that was finished, and time stops. */
export async function settleAfterMove(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  status: Status,
  happenedAt = ctx.happenedAt,
): Promise<void> {
  await dropPastVisit(ctx, order, status);
  if (status !== "in_progress") await endTimesOf({ ...ctx, happenedAt }, order.id);
}
