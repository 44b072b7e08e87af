import { type Expression, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Status } from "../../status.ts";
import { addActivity } from "../activity/activity.ts";
import { assignByRules } from "../assignment/rules.ts";
import { clearedPauseFields } from "../changes/after-status-change.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import type { WorkOrderRecord } from "../queries.ts";
import { stopTimers } from "../time-entries/timers.ts";

/*
 * Updates the work orders a person reported before their access request was decided. Called by the accounts
 * domain in the transaction of the decision.
 */

const lockReportedWorkOrders = (
  { db }: SignedInCtx,
  reporterId: number,
  isPending: boolean,
): Promise<WorkOrderRecord[]> =>
  db
    .selectFrom("work_orders")
    .selectAll()
    .where("created_by_id", "=", reporterId)
    .where("awaiting_approval", "=", isPending)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * Shows a newly approved tenant's work orders to everyone involved and assigns them by the rules. Work orders
 * at the new lease's property get its unit and lease. Work orders that were reported elsewhere, or cancelled
 * when an earlier request was declined, keep their location. If `lease` is null, all work orders do.
 */
export async function releasePendingWorkOrders(
  ctx: SignedInCtx,
  {
    reporterId,
    lease,
  }: { reporterId: number; lease: { leaseId: number; unitId: number; propertyId: number } | null },
): Promise<void> {
  const isAtLeaseProperty = sql<boolean>`(property_id = ${lease?.propertyId ?? null}::bigint and status <> 'cancelled')`;
  await updateLocations(ctx, await lockReportedWorkOrders(ctx, reporterId, true), {
    awaiting_approval: false,
    unit_id: sql<
      number | null
    >`case when ${isAtLeaseProperty} then ${lease?.unitId ?? null}::bigint else unit_id end`,
    lease_id: sql<
      number | null
    >`case when ${isAtLeaseProperty} then ${lease?.leaseId ?? null}::bigint else lease_id end`,
  });
}

/**
 * Reverses `releasePendingWorkOrders`: removes the work orders from the lease, and returns the ones that were
 * on it to the requested unit.
 */
export async function revertToPendingApproval(
  ctx: SignedInCtx,
  { reporterId, requestedUnitId }: { reporterId: number; requestedUnitId: number | null },
): Promise<void> {
  const requestedUnit = sql`select u.id from units u where u.id = ${requestedUnitId} and u.property_id = work_orders.property_id`;
  await updateLocations(ctx, await lockReportedWorkOrders(ctx, reporterId, false), {
    awaiting_approval: true,
    unit_id: sql<
      number | null
    >`case when lease_id is null then unit_id else coalesce((${requestedUnit}), unit_id) end`,
    lease_id: null,
  });
}

async function updateLocations(
  ctx: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  change: WorkOrderUpdate & { awaiting_approval: boolean },
): Promise<void> {
  const updatedOrders = await updateInOneStatement(ctx, orders, change);
  for (const order of orders) {
    const updatedOrder = updatedOrders.get(order.id);
    if (updatedOrder === undefined) continue;
    await addActivity(ctx, order, {
      actionType: "edited",
      details: {
        changes: [
          { field: "awaitingApproval", from: order.awaiting_approval, to: updatedOrder.awaiting_approval },
          ...(updatedOrder.unit_id === order.unit_id
            ? []
            : [{ field: "unitId", from: order.unit_id, to: updatedOrder.unit_id }]),
        ],
      },
    });
    const assignment = await assignByRules(ctx, updatedOrder);
    if (assignment !== undefined)
      await notifyPeople(ctx, updatedOrder, assignment.recipientIds, {
        kind: "work-order.assigned",
        details: { workOrderId: order.id, title: order.title, assignee: assignment.assigneeName },
      });
    publishWorkOrderChange(ctx, "work-order.changed", updatedOrder);
  }
}

/** Cancels a declined person's unfinished work orders. */
export async function cancelPendingWorkOrders(ctx: SignedInCtx, reporterId: number): Promise<void> {
  const orders = (await lockReportedWorkOrders(ctx, reporterId, true)).filter(
    ({ status }) => status !== "cancelled" && status !== "completed",
  );
  const cancelledOrders = await updateInOneStatement(ctx, orders, {
    status: "cancelled" satisfies Status,
    ...clearedPauseFields,
  });
  for (const order of orders) {
    const cancelledOrder = cancelledOrders.get(order.id);
    if (cancelledOrder === undefined) continue;
    await stopTimers(ctx, order.id);
    await addActivity(ctx, order, {
      actionType: "status_changed",
      details: { from: order.status, to: "cancelled" satisfies Status },
    });
    publishWorkOrderChange(ctx, "work-order.changed", cancelledOrder);
  }
}

interface WorkOrderUpdate {
  status?: Status;
  pause_reason?: null;
  paused_at?: null;
  paused_until?: null;
  awaiting_approval?: boolean;
  unit_id?: Expression<number | null>;
  lease_id?: Expression<number | null> | null;
}

/**
 * Updates all work orders in one statement, which locks the cached counts in a fixed order. Several
 * statements in one transaction could deadlock with someone moving a card.
 */
async function updateInOneStatement(
  { db, now }: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  change: WorkOrderUpdate,
): Promise<Map<number, WorkOrderRecord>> {
  if (orders.length === 0) return new Map();
  const updatedOrders = await db
    .updateTable("work_orders")
    .set((row) => ({ ...change, updated_at: now, version: row("version", "+", 1) }))
    .where(
      "id",
      "in",
      orders.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  return new Map(updatedOrders.map((order) => [order.id, order]));
}
