import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { WorkOrder } from "../contract.ts";
import type { AskedWork, WorkStep } from "../work.ts";
import type { doWork } from "../work-contract.ts";
import { addActivity } from "./activity.ts";
import { applyWork } from "./apply-work.ts";
import { type Assignee, lockAssignee, refuseOtherTeam } from "./assign.ts";
import { leaveOwnClash, recordClash } from "./clashes.ts";
import { commentOn } from "./comment.ts";
import { presentOrder } from "./present.ts";
import { publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";
import { beginTime, endTimesOf, lockOwnWork } from "./run-times.ts";
import { differenceOf } from "./work-rule.ts";

/**
 * Starts, pauses or completes the work on an order (requirements, "Work in the field"). Doing what is already so changes
 * nothing. When the order is neither what was seen nor what is asked for, nothing is applied and both are kept as a clash; the
 * time of the work is recorded even then.
 * @throws AppError not_found; invalid for a pause without a reason; forbidden to take the order of another team
 */
export async function doWorkOn(
  ctx: SignedInCtx,
  id: number,
  { did, reason, until, note, seen }: BodyOf<typeof doWork>,
): Promise<WorkOrder> {
  const { actor, db, now, happenedAt } = ctx;
  if (did === "pause" && reason === undefined)
    throw invalid({ reason: "Please choose what the work is waiting for" });
  await lockOwnWork(ctx, id);
  const order = await lockOrder(ctx, id);
  const asked: AskedWork = did === "pause" ? { did, reason, until: until ?? null } : { did };
  const difference = seen && differenceOf(order, asked, { seen, actorId: actor.id, happenedAt });
  await recordTime(ctx, order, did, difference !== undefined);
  if (difference === undefined) {
    await leaveOwnClash(ctx, order);
    await applyWork(ctx, order, asked, { taker: await takerOf(ctx, order, did) });
  } else {
    const takes = isTechnician(ctx) && did === "start" && [null, actor.id].includes(seen?.assigneeId ?? null);
    await recordClash(ctx, order, { asked: { ...asked, ...(takes && { takes }) }, difference });
  }
  if (note !== undefined && note !== "") await commentOn(ctx, id, { text: note, internal: true });
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}

const isTechnician = ({ actor }: SignedInCtx) => actor.role === "maintenance";

/** Who starts an order that nobody has takes it. @throws AppError forbidden when it is for another team */
async function takerOf(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  did: WorkStep,
): Promise<Assignee | undefined> {
  if (!isTechnician(ctx) || did !== "start" || order.assignee_id !== null) return undefined;
  await refuseOtherTeam(ctx, order);
  const taker = await lockAssignee(ctx, order.property_id, ctx.actor.id);
  if (taker === undefined) throw forbidden("You do not work in this building any more.");
  return taker;
}

/** Technicians' time runs from start to pause or completion. Others move orders on without working on them. */
async function recordTime(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  did: WorkStep,
  isClash: boolean,
): Promise<void> {
  if (did !== "start") {
    await endTimesOf(ctx, order.id, ctx.actor.id);
    if (did === "complete" && !isClash) await endTimesOf(ctx, order.id);
    return;
  }
  if (!isTechnician(ctx)) return;
  const { hasBegun, left } = await beginTime(ctx, order);
  if (left !== undefined && left.id !== order.id) await logLeaving(ctx, left);
  const isMoved = !isClash && (order.status !== "in_progress" || order.pause_reason !== null);
  if (!hasBegun) return;
  // Otherwise the change of its status says it.
  if (!isMoved)
    await addActivity(ctx, order, {
      actionType: "time_changed",
      particulars: { did: "started" },
      internal: true,
    });
  publishOrderChange(ctx, "work-order.work", order, true);
}

async function logLeaving(ctx: SignedInCtx, { id, minutes }: { id: number; minutes: number }): Promise<void> {
  const left = await ctx.db
    .selectFrom("work_orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await addActivity(ctx, left, {
    actionType: "time_changed",
    particulars: { did: "stopped", minutes },
    internal: true,
  });
  publishOrderChange(ctx, "work-order.work", left, true);
}
