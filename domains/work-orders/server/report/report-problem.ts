import type { SignedInCtx } from "#server/http/context.ts";
import type { StoredImage } from "#server/integrations/files/images.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWorkOrder, WorkOrder } from "../../contract.ts";
import { addActivity } from "../activity/activity.ts";
import { boundHappenedAt } from "../activity/bound-happened-at.ts";
import { findAssignees } from "../assignment/assign.ts";
import { assignByRules, type RuleAssignment } from "../assignment/rules.ts";
import { savePhotos } from "../attachments/photos.ts";
import { presentWorkOrder } from "../present.ts";
import { publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { contentHash, contentHashVersion } from "../signatures/content-hash.ts";
import { findPlace, throwPlaceError } from "./place.ts";
import { assertCanReport } from "./reporter.ts";

/** The maximum number of people notified of a new work order at a property. Landlords come first. */
const maxRecipients = 50;

/**
 * Creates a work order with its photos and first log entry, assigns it by the rules, and notifies people
 * (WO-70, ROLE-03).
 * @throws AppError conflict, invalid, or not_found if the user can't report a problem there
 */
export async function reportProblem(
  ctx: SignedInCtx,
  body: BodyOf<typeof createWorkOrder>,
  photos: StoredImage[],
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  await assertCanReport(ctx);
  await boundHappenedAt(ctx, null);
  const requestedPlace = { propertyId: body.propertyId || undefined, unitId: body.unitId || undefined };
  const place = await findPlace(ctx, requestedPlace);
  if (place === undefined) return throwPlaceError(ctx, requestedPlace);
  const { status: _status, propertyId: _propertyId, unitId: _unitId, ...fields } = body;
  const hash = contentHash({ ...fields, photos: photos.map(({ file }) => file.sha256) });
  const order = await db
    .insertInto("work_orders")
    .values({
      ...fields,
      ...place,
      created_by_id: actor.id,
      awaiting_approval: actor.accessScope.effectiveRole === "pending",
      content_hash: hash,
      content_hash_version: contentHashVersion,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await savePhotos(ctx, order, { photos, label: null, nextPosition: 0 });
  await addActivity(ctx, order, {
    actionType: "created",
    details: { photos: photos.length, contentHash: hash.toString("hex") },
  });
  const assignment = await assignByRules(ctx, order);
  await notifyRecipients(ctx, order, assignment);
  publishWorkOrderChange(ctx, "work-order.created", order);
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, order.id), actor, now);
}

/**
 * Sends each person one notification. Assignees are notified of the assignment or, if the priority is high or
 * urgent, of the new work order like everyone else.
 */
async function notifyRecipients(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  assignment: RuleAssignment | undefined,
): Promise<void> {
  const { id, title, priority, property_id: propertyId } = order;
  const isHighPriority = priority === "high" || priority === "urgent";
  const assigneeIds =
    isHighPriority || assignment === undefined
      ? []
      : assignment.recipientIds.filter((userId) => userId !== ctx.actor.id);
  const otherRecipientIds = [
    ...new Set([
      ...(isHighPriority ? (assignment?.recipientIds ?? []) : []),
      ...(await findRecipients(ctx, order)),
    ]),
  ]
    .filter((userId) => userId !== ctx.actor.id && !assigneeIds.includes(userId))
    .slice(0, maxRecipients);
  if (assignment !== undefined)
    await notify(ctx, assigneeIds, {
      kind: "work-order.assigned",
      details: { workOrderId: id, title, assignee: assignment.assigneeName },
      propertyId,
    });
  const details = {
    workOrderId: id,
    title,
    ...(assignment === undefined ? {} : { assignedTo: assignment.assigneeName }),
  };
  await notify(ctx, otherRecipientIds, {
    ...(isHighPriority
      ? { kind: "work-order.urgent", details: { ...details, priority } }
      : { kind: "work-order.created", details }),
    propertyId,
  });
}

/**
 * Returns the property's landlords (or the administrators if it has none), followed by its technicians if the
 * requester is approved.
 */
async function findRecipients(
  ctx: SignedInCtx,
  { property_id, awaiting_approval }: WorkOrderRecord,
): Promise<number[]> {
  const managers = await findManagers(ctx, property_id, { admins: "when-no-landlord" });
  const technicians = awaiting_approval ? [] : await findAssignees(ctx, property_id);
  return [...managers, ...technicians.map(({ id }) => id)];
}
