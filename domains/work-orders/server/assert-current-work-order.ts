import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { conflict } from "#shared/errors.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrder } from "../contract.ts";
import { statusLabel } from "../status.ts";
import { presentWorkOrder } from "./present.ts";
import { findWorkOrder, type WorkOrderRecord } from "./queries.ts";

/**
 * Rejects an outdated version with a message that says who changed what, and the current work order.
 * @throws AppError conflict
 */
export const assertCurrentWorkOrder = (
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  expectedVersion: number | undefined,
): Promise<void> =>
  assertCurrentVersion(
    ctx,
    { version: order.version, describeConflict: () => describeLastChange(ctx, order) },
    expectedVersion,
    () => readCurrent(ctx, order),
  );

/** @throws AppError conflict, always */
export async function throwOutdated(ctx: SignedInCtx, order: WorkOrderRecord): Promise<never> {
  throw conflict(await describeLastChange(ctx, order), { current: await readCurrent(ctx, order) });
}

const readCurrent = async ({ db, actor, now }: SignedInCtx, { id }: WorkOrderRecord): Promise<WorkOrder> =>
  presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);

async function describeLastChange({ db }: SignedInCtx, order: WorkOrderRecord): Promise<string> {
  const last = await db
    .selectFrom("work_order_activity")
    .select(["action_type", "user_name"])
    .where("work_order_id", "=", order.id)
    .where("action_type", "in", [
      "status_changed",
      "edited",
      "assigned",
      "due_changed",
      "visit_changed",
      "planned",
      "photos_changed",
      "pause_changed",
      "signature",
    ])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const by = last?.user_name ?? "Someone else";
  const number = workOrderNumber(order.id);
  const edited = `${by} edited ${number} after you opened it.`;
  const messages: Readonly<Record<string, string>> = {
    status_changed: `${by} changed the status of ${number} to ${statusLabel(order.status)} after you opened it.`,
    assigned: `${by} reassigned ${number} after you opened it.`,
    due_changed: `${by} changed the due date of ${number} after you opened it.`,
    visit_changed: `${by} changed the visit on ${number} after you opened it.`,
    planned: `${by} rescheduled ${number} after you opened it.`,
    photos_changed: `${by} changed the photos of ${number} after you opened it.`,
    pause_changed: `${by} paused or resumed work on ${number} after you opened it.`,
    signature: `${by} signed ${number} after you opened it.`,
  };
  return messages[last?.action_type ?? ""] ?? edited;
}
