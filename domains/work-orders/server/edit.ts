import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editWorkOrder, WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { fieldsAfterMove, settleAfterMove } from "./after-move.ts";
import { contentHash, contentHashVersion, photosOf } from "./content-hash.ts";
import { presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";
import { refuseStale } from "./stale.ts";

type Facts = Omit<BodyOf<typeof editWorkOrder>, "version">;

/**
 * Edits an order (WO-39); the activity log records each field's old and new value.
 * @throws AppError not_found, or conflict when `seen` is an old version
 */
export async function editOrder(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof editWorkOrder>,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  await refuseStale(ctx, order, seen);
  const { version: _version, ...facts } = body;
  const changes = (Object.keys(facts) as (keyof Facts)[])
    .filter((field) => order[field] !== facts[field])
    .map((field) => ({ field, from: order[field], to: facts[field] }));
  if (changes.length > 0) {
    const photos = await photosOf(ctx, id);
    const edited = await db
      .updateTable("work_orders")
      .set({
        ...facts,
        ...fieldsAfterMove(order, facts.status, ctx),
        content_hash: contentHash({ ...facts, photos }),
        content_hash_version: contentHashVersion,
        updated_at: now,
        version: order.version + 1,
      })
      .where("id", "=", id)
      .where("version", "=", order.version)
      .returningAll()
      .executeTakeFirstOrThrow();
    await settleAfterMove(ctx, order, facts.status);
    await addActivity(ctx, order, {
      actionType: "edited",
      particulars: { changes },
    });
    await notifyOfEdit(
      ctx,
      edited,
      changes.map(({ field }) => field),
    );
    publishOrderChange(ctx, "work-order.changed", edited);
  }
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}

/** Notifies the reporter and the assignee of the edit; when only the status changed, as of a move. */
function notifyOfEdit(
  ctx: SignedInCtx,
  edited: WorkOrderRecord,
  fields: readonly (keyof Facts)[],
): Promise<void> {
  const { id, title, status } = edited;
  const others = fields.filter((field) => field !== "status");
  const isMoved = others.length < fields.length;
  return notifyParticipants(
    ctx,
    edited,
    others.length === 0
      ? { kind: "work-order.status", particulars: { workOrderId: id, title, status } }
      : {
          kind: "work-order.edited",
          particulars: {
            workOrderId: id,
            title,
            by: ctx.actor.fullName,
            fields: others,
            ...(isMoved ? { status } : {}),
          },
        },
  );
}
