import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { Status } from "../../status.ts";
import type { WorkOrderRecord } from "../queries.ts";
import { stopTimers } from "../time-entries/timers.ts";
import { deletePastVisit } from "../visits/appointments.ts";

/** @throws AppError invalid if a work order is cancelled without a reason */
export function assertReasonToCancel(
  order: WorkOrderRecord,
  status: Status,
  reason: string | undefined,
): void {
  if (status === "cancelled" && order.status !== "cancelled" && reason === undefined)
    throw invalid({ reason: "Please give a reason" });
}

/**
 * Returns the columns that change with a status. A work order that leaves Completed loses its sign-off and
 * has to be signed again, but the signature itself is kept (SIG-14). Pauses end when the work order is no
 * longer in progress.
 */
export const getFieldsAfterStatusChange = (
  order: WorkOrderRecord,
  status: Status,
  { happenedAt, now }: Pick<SignedInCtx, "happenedAt" | "now">,
) => ({
  ...(status !== "completed"
    ? { completed_at: null, completion_received_at: null }
    : order.completed_at === null
      ? { completed_at: happenedAt, completion_received_at: happenedAt < now ? now : null }
      : {}),
  signature_id: order.status === "completed" && status !== "completed" ? null : order.signature_id,
  ...(status === "in_progress" ? {} : clearedPauseFields),
});

export const clearedPauseFields = { pause_reason: null, paused_at: null, paused_until: null };

/**
 * Applies the other effects of a status change: deletes the past visit of a work order that is reopened, and
 * stops timers unless the work order is in progress.
 */
export async function applyStatusChangeEffects(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  status: Status,
  happenedAt = ctx.happenedAt,
): Promise<void> {
  await deletePastVisit(ctx, order, status);
  if (status !== "in_progress") await stopTimers({ ...ctx, happenedAt }, order.id);
}
