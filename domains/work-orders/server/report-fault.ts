import type { SignedInCtx } from "#server/http/context.ts";
import type { KeptPicture } from "#server/integrations/pictures.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWorkOrder, WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { assigneesFor } from "./assign.ts";
import { contentHash, contentHashVersion } from "./content-hash.ts";
import { keepPhotos } from "./photos.ts";
import { placeOf, refusePlace } from "./place.ts";
import { presentOrder } from "./present.ts";
import { publishOrderChange } from "./publish-change.ts";
import { findOrder, type WorkOrderRecord } from "./queries.ts";
import { refuseWithoutMembership } from "./reporter.ts";
import { assignByRules, type Given } from "./rules.ts";

/** The most people of one building who are notified of a new order, its landlords first. */
const recipientsMax = 50;

/**
 * Reports a fault: creates the order with its photos and the first log entry, assigns it by the rules, and notifies people
 * (WO-70, ROLE-03).
 * @throws AppError conflict, invalid or not_found where no fault can be reported
 */
export async function reportFault(
  ctx: SignedInCtx,
  body: BodyOf<typeof createWorkOrder>,
  photos: KeptPicture[],
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  await refuseWithoutMembership(ctx);
  const asked = { propertyId: body.propertyId || undefined, unitId: body.unitId || undefined };
  const place = await placeOf(ctx, asked);
  if (place === undefined) return refusePlace(ctx, asked);
  const { status: _status, propertyId: _propertyId, unitId: _unitId, ...facts } = body;
  const hash = contentHash({ ...facts, photos: photos.map(({ file }) => file.sha256) });
  const order = await db
    .insertInto("work_orders")
    .values({
      ...facts,
      ...place,
      created_by_id: actor.id,
      awaiting_approval: actor.accessScope.effectiveRole === "pending",
      content_hash: hash,
      content_hash_version: contentHashVersion,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepPhotos(ctx, order, { photos, label: null, nextPosition: 0 });
  await addActivity(ctx, order, {
    actionType: "created",
    particulars: { photos: photos.length, contentHash: hash.toString("hex") },
  });
  const given = await assignByRules(ctx, order);
  await notifyOfNew(ctx, order, given);
  publishOrderChange(ctx, "work-order.created", order);
  return presentOrder(await findOrder(db, actor.accessScope, order.id), actor, now);
}

/** Nobody is told twice: who is given the order learns that, unless it presses, which is said first. */
async function notifyOfNew(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  given: Given | undefined,
): Promise<void> {
  const { id, title, priority, property_id: propertyId } = order;
  const isPressing = priority === "high" || priority === "urgent";
  const told = isPressing || given === undefined ? [] : given.people.filter((one) => one !== ctx.actor.id);
  const others = [
    ...new Set([...(isPressing ? (given?.people ?? []) : []), ...(await recipientsOf(ctx, order))]),
  ]
    .filter((one) => one !== ctx.actor.id && !told.includes(one))
    .slice(0, recipientsMax);
  if (given !== undefined)
    await notify(ctx, told, {
      kind: "work-order.assigned",
      particulars: { workOrderId: id, title, assignee: given.to },
      propertyId,
    });
  const particulars = { workOrderId: id, title, ...(given === undefined ? {} : { givenTo: given.to }) };
  await notify(ctx, others, {
    ...(isPressing
      ? { kind: "work-order.urgent", particulars: { ...particulars, priority } }
      : { kind: "work-order.created", particulars }),
    propertyId,
  });
}

/**
 * The landlords of the building, or the administrators where it has none; also the technicians who work there, unless the
 * reporter still awaits approval.
 */
async function recipientsOf(
  ctx: SignedInCtx,
  { property_id, awaiting_approval }: WorkOrderRecord,
): Promise<number[]> {
  const managers = await managersOf(ctx, property_id, { admins: "where-nobody-else" });
  const technicians = awaiting_approval ? [] : await assigneesFor(ctx, property_id);
  return [...managers, ...technicians.map(({ id }) => id)];
}
