import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatVisit } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import type { WorkOrder } from "../contract.ts";
import { unfinishedStatuses } from "../status.ts";
import { visitElsewhere } from "../week.ts";
import type { planWorkOrder } from "../week-contract.ts";
import { addActivity } from "./activity.ts";
import { admitAssignee, logAssigned, teamKept } from "./assign.ts";
import { presentOrder } from "./present.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";
import { refuseStale } from "./stale.ts";

type Wanted = BodyOf<typeof planWorkOrder>;

/**
 * Sets who works on an order, on which day of its building, and how long that takes, in one change (requirements, "The
 * week"). What is so already changes nothing.
 * @throws AppError not_found; invalid when the person does not work in the building, or the day is past; conflict when `seen`
 * is an old version, the order is finished, or its agreed visit would silently be on another day
 */
export async function planOrder(
  ctx: SignedInCtx,
  id: number,
  wanted: Wanted,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  const before = { plannedOn: order.planned_on, estimateMinutes: order.estimate_minutes };
  const { estimateMinutes = before.estimateMinutes } = wanted;
  const plan = { plannedOn: wanted.plannedOn, estimateMinutes };
  const isPlannedAnew =
    plan.plannedOn !== before.plannedOn || plan.estimateMinutes !== before.estimateMinutes;
  const isAssignedAnew = wanted.assigneeId !== order.assignee_id;
  if (isPlannedAnew || isAssignedAnew) {
    await refuseStale(ctx, order, seen);
    await refuseImpossible(ctx, order, wanted);
    const assignee = isAssignedAnew
      ? await admitAssignee(ctx, order, wanted.assigneeId, "assigneeId")
      : undefined;
    const planned = await db
      .updateTable("work_orders")
      .set({
        assignee_id: wanted.assigneeId,
        team_id: await teamKept(ctx, order, wanted.assigneeId),
        planned_on: plan.plannedOn,
        estimate_minutes: plan.estimateMinutes,
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isAssignedAnew) await logAssigned(ctx, order, wanted.assigneeId, assignee);
    if (isPlannedAnew)
      // Tenants are told of visits, not of what staff plan among themselves.
      await addActivity(ctx, order, {
        actionType: "planned",
        particulars: { from: before, to: plan },
        internal: true,
      });
    await tell(ctx, order, planned, assignee?.fullName ?? null);
    publishOrderChange(ctx, "work-order.changed", planned);
  }
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}

async function refuseImpossible(ctx: SignedInCtx, order: WorkOrderRecord, wanted: Wanted): Promise<void> {
  if (!unfinishedStatuses.includes(order.status)) throw conflict("This work order is finished.");
  const { plannedOn, visitStays } = wanted;
  if (plannedOn === null || plannedOn === order.planned_on) return;
  const present = presentOrder(await findOrder(ctx.db, ctx.actor.accessScope, order.id), ctx.actor, ctx.now);
  if (plannedOn < wallTimeAt(ctx.now, present.timeZone).day)
    throw invalid({ plannedOn: "Please choose a day that is not past" });
  const visit = visitElsewhere(present, plannedOn, ctx.now);
  if (visit !== null && visitStays !== true)
    throw conflict(
      `A visit is agreed for ${formatVisit(visit, present.timeZone)}, and does not move with the plan.`,
      { current: present },
    );
}

/** One notification for each: the technician is told of the day, if there is one, and the others who has the order now. */
async function tell(
  ctx: SignedInCtx,
  before: WorkOrderRecord,
  after: WorkOrderRecord,
  assignee: string | null,
): Promise<void> {
  const { id: workOrderId, title, planned_on: plannedOn } = after;
  const isOfOther = before.assignee_id !== after.assignee_id;
  const isTold = isOfOther ? plannedOn !== null : plannedOn !== before.planned_on;
  const others = [before.created_by_id, before.assignee_id].filter((id) => id !== after.assignee_id);
  if (isOfOther)
    await notifyThose(ctx, after, isTold ? others : [...others, after.assignee_id], {
      kind: "work-order.assigned",
      particulars: { workOrderId, title, assignee },
    });
  if (isTold)
    await notifyThose(
      ctx,
      after,
      [after.assignee_id],
      { kind: "work-order.planned", particulars: { workOrderId, title, plannedOn } },
      { personal: true },
    );
}
