import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { WorkOrder } from "../../contract.ts";
import type { RequestedWork, WorkStep } from "../../work.ts";
import type { doWork, ExpectedWork } from "../../work-contract.ts";
import { addActivity } from "../activity/activity.ts";
import { addComment } from "../activity/comment.ts";
import { type Assignee, assertCanTake, assertCanWork, lockAssignee } from "../assignment/assign.ts";
import { findConflict } from "../conflicts/conflict-rule.ts";
import {
  dismissMyConflict,
  findClosedAt,
  findEarlierConflict,
  recordConflict,
} from "../conflicts/conflicts.ts";
import { presentWorkOrder } from "../present.ts";
import { publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { lockMyWork, startTimer, stopTimers } from "../time-entries/timers.ts";
import { applyWork } from "./apply-work.ts";

/**
 * Starts, pauses, or completes work (requirements, "Work in the field"). Repeating a step has no effect. If
 * the work order differs from both what the device displayed and what it requests, nothing is applied and a
 * conflict is saved. Work time is recorded even then.
 * @throws AppError not_found; invalid for a pause without a reason; forbidden for another team's work order
 */
export async function performWorkStep(
  ctx: SignedInCtx,
  id: number,
  { step, reason, until, note, expected }: BodyOf<typeof doWork>,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  if (step === "pause" && reason === undefined) throw invalid({ reason: "Please select a reason" });
  await lockMyWork(ctx, id);
  const order = await lockWorkOrder(ctx, id);
  const requested: RequestedWork = step === "pause" ? { step, reason, until: until ?? null } : { step };
  const findConflictingField = (displayed: ExpectedWork) =>
    findConflict(order, requested, { expected: displayed, actorId: actor.id, happenedAt: ctx.happenedAt });
  // A step that builds on a rejected one is compared with what the device showed before both.
  const earlierConflict =
    expected && findConflictingField(expected) && (await findEarlierConflict(ctx, order, expected));
  const displayed = earlierConflict?.expected ?? expected;
  const conflictingField = displayed && findConflictingField(displayed);
  if (conflictingField === undefined) await assertCanWork(ctx, order);
  await updateTimers(ctx, order, step, conflictingField !== undefined);
  if (conflictingField === undefined || displayed === undefined) {
    await dismissMyConflict(ctx, order);
    await applyWork(ctx, order, requested, { assignee: await findNewAssignee(ctx, order, step) });
  } else {
    // Completing a work order doesn't assign it.
    const assignsSelf =
      isTechnician(ctx) &&
      [null, actor.id].includes(displayed.assigneeId) &&
      (step === "start" || (step === "pause" && earlierConflict?.requested.assignsSelf === true));
    await recordConflict(ctx, order, {
      requested: { ...requested, ...(assignsSelf && { assignsSelf }) },
      field: conflictingField,
      expected: displayed,
      earlierConflict,
    });
  }
  if (note !== undefined && note !== "") await addComment(ctx, id, { text: note, internal: true });
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}

const isTechnician = ({ actor }: SignedInCtx) => actor.accessScope.effectiveRole === "maintenance";

/**
 * Returns the technician if starting the work assigns it to them, because it's unassigned.
 * @throws AppError forbidden if it's for another team
 */
async function findNewAssignee(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  step: WorkStep,
): Promise<Assignee | undefined> {
  if (!isTechnician(ctx) || step !== "start" || order.assignee_id !== null) return undefined;
  await assertCanTake(ctx, order);
  const assignee = await lockAssignee(ctx, order.property_id, ctx.actor.id);
  if (assignee === undefined) throw forbidden("You no longer work at this property.");
  return assignee;
}

/**
 * A technician's timer runs from start to pause or completion. Time after someone else closed the work order
 * isn't recorded. Other roles change the status without recording time.
 */
async function updateTimers(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  step: WorkStep,
  isConflict: boolean,
): Promise<void> {
  const closedAt = isConflict || step !== "start" ? await findClosedAt(ctx, order) : undefined;
  if (step !== "start") {
    await stopTimers(ctx, order.id, { userId: ctx.actor.id, closedAt });
    if (step === "complete" && !isConflict) await stopTimers(ctx, order.id);
    return;
  }
  if (!isTechnician(ctx)) return;
  const { hasStarted, stopped } = await startTimer(ctx, order, closedAt);
  if (stopped !== undefined && stopped.id !== order.id) await logStoppedTimer(ctx, stopped);
  const isStatusChangeLogged = !isConflict && (order.status !== "in_progress" || order.pause_reason !== null);
  if (!hasStarted) return;
  // A logged status change already says that work started.
  if (!isStatusChangeLogged)
    await addActivity(ctx, order, {
      actionType: "time_changed",
      details: { change: "started" },
      internal: true,
    });
  publishWorkOrderChange(ctx, "work-order.work", order, true);
}

async function logStoppedTimer(
  ctx: SignedInCtx,
  { id, minutes }: { id: number; minutes: number },
): Promise<void> {
  const order = await ctx.db
    .selectFrom("work_orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await addActivity(ctx, order, {
    actionType: "time_changed",
    details: { change: "stopped", minutes },
    internal: true,
  });
  publishWorkOrderChange(ctx, "work-order.work", order, true);
}
