import { type Expression, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Status } from "../status.ts";
import { addActivity } from "./activity.ts";
import { publishOrderChange } from "./publish-change.ts";
import type { WorkOrderRecord } from "./queries.ts";

/*
 * What becomes of the orders a person reported while nobody had approved the claim to a unit. Called by the accounts
 * domain in the transaction of the decision.
 */

const lockAwaiting = ({ db }: SignedInCtx, reporterId: number): Promise<WorkOrderRecord[]> =>
  db
    .selectFrom("work_orders")
    .selectAll()
    .where("created_by_id", "=", reporterId)
    .where("awaiting_approval", "=", true)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * Opens a newly approved tenant's orders to everybody concerned. Those at the property of the tenancy go to its unit and
 * lease; one reported elsewhere, or cancelled with a claim refused before, stays where it was reported.
 */
export async function releaseAwaitingOrders(
  ctx: SignedInCtx,
  {
    reporterId,
    tenancy,
  }: { reporterId: number; tenancy: { leaseId: number; unitId: number; propertyId: number } },
): Promise<void> {
  const before = await lockAwaiting(ctx, reporterId);
  const belongs = sql<boolean>`(property_id = ${tenancy.propertyId} and status <> 'cancelled')`;
  const released = await changeTogether(ctx, before, {
    awaiting_approval: false,
    unit_id: sql<number | null>`case when ${belongs} then ${tenancy.unitId}::bigint else unit_id end`,
    lease_id: sql<number | null>`case when ${belongs} then ${tenancy.leaseId}::bigint else lease_id end`,
  });
  for (const order of before) {
    const after = released.get(order.id);
    if (after === undefined) continue;
    await addActivity(ctx, order, {
      actionType: "edited",
      particulars: {
        changes: [
          { field: "awaitingApproval", from: true, to: false },
          ...(after.unit_id === order.unit_id
            ? []
            : [{ field: "unitId", from: order.unit_id, to: after.unit_id }]),
        ],
      },
    });
    publishOrderChange(ctx, "work-order.changed", after);
  }
}

/** Cancels a refused person's orders that are still to be done. */
export async function cancelAwaitingOrders(ctx: SignedInCtx, reporterId: number): Promise<void> {
  const before = (await lockAwaiting(ctx, reporterId)).filter(
    ({ status }) => status !== "cancelled" && status !== "completed",
  );
  const cancelled = await changeTogether(ctx, before, { status: "cancelled" satisfies Status });
  for (const order of before) {
    const after = cancelled.get(order.id);
    if (after === undefined) continue;
    await addActivity(ctx, order, {
      actionType: "status_changed",
      particulars: { from: order.status, to: "cancelled" satisfies Status },
    });
    publishOrderChange(ctx, "work-order.changed", after);
  }
}

/**
 * Changes the orders in one statement: it takes the kept counts in their order, where several statements of one
 * transaction would take them crosswise with somebody who moves a card.
 */
async function changeTogether(
  { db, now }: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  change: {
    status?: Status;
    awaiting_approval?: boolean;
    unit_id?: Expression<number | null>;
    lease_id?: Expression<number | null>;
  },
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
