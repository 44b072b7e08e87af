import { isStaff } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { ActivityEntry } from "../../contract.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { lockWorkOrder } from "../queries.ts";
import { addActivity } from "./activity.ts";

/** Adds a comment, shared with the tenant or internal to staff. @throws AppError not_found, forbidden */
export async function addComment(
  ctx: SignedInCtx,
  id: number,
  { text, internal }: { text: string; internal: boolean },
): Promise<ActivityEntry> {
  const { actor } = ctx;
  if (internal && !isStaff(actor.accessScope)) throw forbidden("Only staff can add internal comments.");
  const order = await lockWorkOrder(ctx, id);
  const entry = await addActivity(ctx, order, {
    actionType: "comment_added",
    details: { text },
    internal,
  });
  await notifyParticipants(
    ctx,
    order,
    {
      kind: "work-order.comment",
      details: { workOrderId: id, title: order.title, by: actor.fullName },
    },
    { staffOnly: internal },
  );
  publishWorkOrderChange(ctx, "work-order.activity", order, internal);
  return {
    id: entry.id,
    actionType: "comment_added",
    message: text,
    newStatus: null,
    userId: actor.id,
    user: { fullName: actor.fullName, role: actor.role },
    createdAt: entry.created_at.toISOString(),
    happenedAt: entry.happened_at?.toISOString() ?? null,
    internal,
  };
}
