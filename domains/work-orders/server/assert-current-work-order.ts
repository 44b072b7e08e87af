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
    () => readCurrentWorkOrder(ctx, order),
  );

/** @throws AppError conflict, always */
export async function throwVersionConflict(ctx: SignedInCtx, order: WorkOrderRecord): Promise<never> {
  throw conflict(await describeLastChange(ctx, order), { current: await readCurrentWorkOrder(ctx, order) });
}

const readCurrentWorkOrder = async (
  { db, actor, now }: SignedInCtx,
  { id }: WorkOrderRecord,
): Promise<WorkOrder> => presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);

async function describeLastChange({ db }: SignedInCtx, order: WorkOrderRecord): Promise<string> {
  const lastChange = await db
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
  const editorName = lastChange?.user_name ?? "Someone else";
  const number = workOrderNumber(order.id);
  const editedMessage = `${editorName} edited ${number} after you opened it.`;
  const messages: Readonly<Record<string, string>> = {
    status_changed: `${editorName} changed the status of ${number} to ${statusLabel(order.status)} after you opened it.`,
    assigned: `${editorName} reassigned ${number} after you opened it.`,
    due_changed: `${editorName} changed the due date of ${number} after you opened it.`,
    visit_changed: `${editorName} changed the visit on ${number} after you opened it.`,
    planned: `${editorName} rescheduled ${number} after you opened it.`,
    photos_changed: `${editorName} changed the photos of ${number} after you opened it.`,
    pause_changed: `${editorName} paused or resumed work on ${number} after you opened it.`,
    signature: `${editorName} signed ${number} after you opened it.`,
  };
  return messages[lastChange?.action_type ?? ""] ?? editedMessage;
}
