import { type Expression, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Status } from "../status.ts";
import { addActivity } from "./activity.ts";
import { notPaused } from "./after-move.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import type { WorkOrderRecord } from "./queries.ts";
import { assignByRules } from "./rules.ts";
import { endTimesOf } from "./run-times.ts";

/*
 * What happens to the orders a person reported before the claim to a unit was decided. Called by the accounts domain in
 * the transaction of the decision.
 */

const lockReported = (
  { db }: SignedInCtx,
  reporterId: number,
  isAwaiting: boolean,
): Promise<WorkOrderRecord[]> =>
  db
    .selectFrom("work_orders")
    .selectAll()
    .where("created_by_id", "=", reporterId)
    .where("awaiting_approval", "=", isAwaiting)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * Shows a newly approved tenant's orders to everybody concerned, and assigns them by the rules. Those at the property of the tenancy get its unit and
 * lease; one reported elsewhere, or cancelled when an earlier claim was refused, stays where it was reported. Without a
 * tenancy all of them stay.
 */
export async function releaseAwaitingOrders(
  ctx: SignedInCtx,
  {
    reporterId,
    tenancy,
  }: { reporterId: number; tenancy: { leaseId: number; unitId: number; propertyId: number } | null },
): Promise<void> {
  const belongs = sql<boolean>`(property_id = ${tenancy?.propertyId ?? null}::bigint and status <> 'cancelled')`;
  await changePlaces(ctx, await lockReported(ctx, reporterId, true), {
    awaiting_approval: false,
    unit_id: sql<
      number | null
    >`case when ${belongs} then ${tenancy?.unitId ?? null}::bigint else unit_id end`,
    lease_id: sql<
      number | null
    >`case when ${belongs} then ${tenancy?.leaseId ?? null}::bigint else lease_id end`,
  });
}

/** Takes `releaseAwaitingOrders` back: the orders belong to no lease, and those that moved stand on the claimed unit again. */
export async function awaitApprovalAgain(
  ctx: SignedInCtx,
  { reporterId, claimedUnitId }: { reporterId: number; claimedUnitId: number | null },
): Promise<void> {
  const claimed = sql`select u.id from units u where u.id = ${claimedUnitId} and u.property_id = work_orders.property_id`;
  await changePlaces(ctx, await lockReported(ctx, reporterId, false), {
    awaiting_approval: true,
    unit_id: sql<
      number | null
    >`case when lease_id is null then unit_id else coalesce((${claimed}), unit_id) end`,
    lease_id: null,
  });
}

async function changePlaces(
  ctx: SignedInCtx,
  before: readonly WorkOrderRecord[],
  change: Change & { awaiting_approval: boolean },
): Promise<void> {
  const changed = await changeTogether(ctx, before, change);
  for (const order of before) {
    const after = changed.get(order.id);
    if (after === undefined) continue;
    await addActivity(ctx, order, {
      actionType: "edited",
      particulars: {
        changes: [
          { field: "awaitingApproval", from: order.awaiting_approval, to: after.awaiting_approval },
          ...(after.unit_id === order.unit_id
            ? []
            : [{ field: "unitId", from: order.unit_id, to: after.unit_id }]),
        ],
      },
    });
    const given = await assignByRules(ctx, after);
    if (given !== undefined)
      await notifyThose(ctx, after, given.people, {
        kind: "work-order.assigned",
        particulars: { workOrderId: order.id, title: order.title, assignee: given.to },
      });
    publishOrderChange(ctx, "work-order.changed", after);
  }
}

/** Cancels a refused person's unfinished orders. */
export async function cancelAwaitingOrders(ctx: SignedInCtx, reporterId: number): Promise<void> {
  const before = (await lockReported(ctx, reporterId, true)).filter(
    ({ status }) => status !== "cancelled" && status !== "completed",
  );
  const cancelled = await changeTogether(ctx, before, {
    status: "cancelled" satisfies Status,
    ...notPaused,
  });
  for (const order of before) {
    const after = cancelled.get(order.id);
    if (after === undefined) continue;
    await endTimesOf(ctx, order.id);
    await addActivity(ctx, order, {
      actionType: "status_changed",
      particulars: { from: order.status, to: "cancelled" satisfies Status },
    });
    publishOrderChange(ctx, "work-order.changed", after);
  }
}

interface Change {
  status?: Status;
  pause_reason?: null;
  paused_at?: null;
  paused_until?: null;
  awaiting_approval?: boolean;
  unit_id?: Expression<number | null>;
  lease_id?: Expression<number | null> | null;
}

/**
 * Changes the orders in one statement, which locks the kept counts in their order; several statements in one transaction
 * could deadlock with somebody who moves a card.
 */
async function changeTogether(
  { db, now }: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  change: Change,
): Promise<Map<number, WorkOrderRecord>> {
  if (orders.length === 0) return new Map();
  const changed = await db
    .updateTable("work_orders")
    .set((row) => ({ ...change, updated_at: now, version: row("version", "+", 1) }))
    .where(
      "id",
      "in",
      orders.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  return new Map(changed.map((order) => [order.id, order]));
}
