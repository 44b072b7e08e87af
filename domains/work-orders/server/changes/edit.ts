import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editWorkOrder, WorkOrder } from "../../contract.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCurrentWorkOrder } from "../assert-current-work-order.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { contentHash, contentHashVersion, readPhotoHashes } from "../signatures/content-hash.ts";
import {
  applyStatusChangeEffects,
  assertReasonToCancel,
  getFieldsAfterStatusChange,
} from "./after-status-change.ts";

type EditedFields = Omit<BodyOf<typeof editWorkOrder>, "version" | "reason">;

/**
 * Edits a work order (WO-39). The activity log records each field's old and new value.
 * @throws AppError not_found; invalid if cancelling without a reason; conflict if `expectedVersion` is outdated
 */
export async function updateWorkOrder(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof editWorkOrder>,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  await assertCurrentWorkOrder(ctx, order, expectedVersion);
  const { version: _version, reason, ...values } = body;
  assertReasonToCancel(order, values.status, reason);
  const changes = (Object.keys(values) as (keyof EditedFields)[])
    .filter((field) => order[field] !== values[field])
    .map((field) => ({ field, from: order[field], to: values[field] }));
  if (changes.length > 0) {
    const photos = await readPhotoHashes(ctx, id);
    const editedOrder = await db
      .updateTable("work_orders")
      .set({
        ...values,
        ...getFieldsAfterStatusChange(order, values.status, ctx),
        content_hash: contentHash({ ...values, photos }),
        content_hash_version: contentHashVersion,
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .where("version", "=", order.version)
      .returningAll()
      .executeTakeFirstOrThrow();
    await applyStatusChangeEffects(ctx, order, values.status);
    await addActivity(ctx, order, {
      actionType: "edited",
      details: { changes },
    });
    if (reason !== undefined)
      await addActivity(ctx, order, { actionType: "comment_added", details: { text: reason } });
    await notifyOfEdit(
      ctx,
      editedOrder,
      changes.map(({ field }) => field),
    );
    publishWorkOrderChange(ctx, "work-order.changed", editedOrder);
  }
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}

/**
 * Notifies the participants of the edit. If only the status changed, sends the status notification instead.
 */
function notifyOfEdit(
  ctx: SignedInCtx,
  editedOrder: WorkOrderRecord,
  fields: readonly (keyof EditedFields)[],
): Promise<void> {
  const { id, title, status } = editedOrder;
  const otherFields = fields.filter((field) => field !== "status");
  const isStatusChanged = otherFields.length < fields.length;
  return notifyParticipants(
    ctx,
    editedOrder,
    otherFields.length === 0
      ? { kind: "work-order.status", details: { workOrderId: id, title, status } }
      : {
          kind: "work-order.edited",
          details: {
            workOrderId: id,
            title,
            by: ctx.actor.fullName,
            fields: otherFields,
            ...(isStatusChanged ? { status } : {}),
          },
        },
  );
}
