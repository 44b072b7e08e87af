import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatVisit } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { toWallTime } from "#shared/wall-time.ts";
import type { WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { findVisitOnOtherDay } from "../../week.ts";
import type { planWorkOrder } from "../../week-contract.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCurrentWorkOrder } from "../assert-current-work-order.ts";
import { findRetainedTeam, logAssignment, requireAssignee } from "../assignment/assign.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";

type PlanRequest = BodyOf<typeof planWorkOrder>;

/**
 * Sets a work order's assignee, planned day, and estimate in one change (requirements, "The week"). Values
 * that already match aren't changed.
 * @throws AppError not_found; invalid if the person doesn't work at the property or the day is in the past;
 * conflict if `expectedVersion` is outdated, the work order is closed, or its confirmed visit would be on a
 * different day without `keepsVisit`
 */
export async function changePlan(
  ctx: SignedInCtx,
  id: number,
  request: PlanRequest,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  const currentPlan = { plannedOn: order.planned_on, estimateMinutes: order.estimate_minutes };
  const { estimateMinutes = currentPlan.estimateMinutes } = request;
  const plan = { plannedOn: request.plannedOn, estimateMinutes };
  const isPlanChanged =
    plan.plannedOn !== currentPlan.plannedOn || plan.estimateMinutes !== currentPlan.estimateMinutes;
  const isReassigned = request.assigneeId !== order.assignee_id;
  if (isPlanChanged || isReassigned) {
    await assertCurrentWorkOrder(ctx, order, expectedVersion);
    await assertPlannable(ctx, order, request);
    const assignee = isReassigned
      ? await requireAssignee(ctx, order, request.assigneeId, "assigneeId")
      : undefined;
    const plannedOrder = await db
      .updateTable("work_orders")
      .set({
        assignee_id: request.assigneeId,
        team_id: await findRetainedTeam(ctx, order, request.assigneeId),
        planned_on: plan.plannedOn,
        estimate_minutes: plan.estimateMinutes,
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isReassigned) await logAssignment(ctx, order, request.assigneeId, assignee);
    if (isPlanChanged)
      // Tenants are notified of visits, not of staff planning.
      await addActivity(ctx, order, {
        actionType: "planned",
        details: { from: currentPlan, to: plan },
        internal: true,
      });
    await notifyOfPlan(ctx, order, plannedOrder, assignee?.fullName ?? null);
    publishWorkOrderChange(ctx, "work-order.changed", plannedOrder);
  }
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}

async function assertPlannable(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  request: PlanRequest,
): Promise<void> {
  if (!unfinishedStatuses.includes(order.status)) throw conflict("This work order is already closed.");
  const { plannedOn, keepsVisit } = request;
  if (plannedOn === null || plannedOn === order.planned_on) return;
  const current = presentWorkOrder(
    await findWorkOrder(ctx.db, ctx.actor.accessScope, order.id),
    ctx.actor,
    ctx.now,
  );
  if (plannedOn < toWallTime(ctx.now, current.timeZone).day)
    throw invalid({ plannedOn: "Please select today or a later date" });
  const visit = findVisitOnOtherDay(current, plannedOn, ctx.now);
  if (visit !== null && keepsVisit !== true)
    throw conflict(
      `A visit is confirmed for ${formatVisit(visit, current.timeZone)}. Rescheduling the work doesn't move the visit.`,
      { current },
    );
}

/**
 * Sends each person one notification. The technician is notified of the planned day, if there is one, and
 * everyone else of the new assignee.
 */
async function notifyOfPlan(
  ctx: SignedInCtx,
  previousOrder: WorkOrderRecord,
  updatedOrder: WorkOrderRecord,
  assignee: string | null,
): Promise<void> {
  const { id: workOrderId, title, planned_on: plannedOn } = updatedOrder;
  const isReassigned = previousOrder.assignee_id !== updatedOrder.assignee_id;
  const notifiesAssignee = isReassigned ? plannedOn !== null : plannedOn !== previousOrder.planned_on;
  const otherRecipients = [previousOrder.created_by_id, previousOrder.assignee_id].filter(
    (id) => id !== updatedOrder.assignee_id,
  );
  if (isReassigned)
    await notifyPeople(
      ctx,
      updatedOrder,
      notifiesAssignee ? otherRecipients : [...otherRecipients, updatedOrder.assignee_id],
      {
        kind: "work-order.assigned",
        details: { workOrderId, title, assignee },
      },
    );
  if (notifiesAssignee)
    await notifyPeople(
      ctx,
      updatedOrder,
      [updatedOrder.assignee_id],
      { kind: "work-order.planned", details: { workOrderId, title, plannedOn } },
      { excludesWatchers: true },
    );
}
