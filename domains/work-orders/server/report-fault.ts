import type { SignedInCtx } from "#server/http/context.ts";
import type { KeptPicture } from "#server/outside/pictures.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWorkOrder, WorkOrder } from "../contract.ts";
import { contentHash } from "./content-hash.ts";
import { placeOf, refusePlace } from "./place.ts";
import { presentOrder } from "./present.ts";
import { findOrder } from "./queries.ts";
import { refuseWithoutMembership } from "./reporter.ts";
import { writeReport } from "./write-report.ts";

/**
 * Reports a fault: the order, its photos, the first entry of its log and who is told (WO-70, ROLE-03). Without photos that is
 * one statement; with them `ctx.db` has to be a transaction.
 */
export async function reportFault(
  ctx: SignedInCtx,
  body: BodyOf<typeof createWorkOrder>,
  photos: KeptPicture[],
): Promise<WorkOrder> {
  const { actor, db } = ctx;
  const isPending = actor.reach.caller === "pending";
  await refuseWithoutMembership(ctx);
  const asked = { propertyId: body.propertyId || undefined, unitId: body.unitId || undefined };
  const { title, description, category, location, priority } = body;
  const order = await writeReport(ctx, {
    place: placeOf(actor, asked),
    title,
    description,
    category,
    location,
    priority,
    awaitingApproval: isPending,
    contentHash: contentHash({
      title,
      description,
      category,
      location,
      priority,
      photos: photos.map(({ file }) => file.sha256),
    }),
    entry:
      photos.length === 0
        ? "Work order created"
        : `Work order created with ${photos.length === 1 ? "1 photo" : `${photos.length} photos`}`,
  });
  if (order === undefined) return refusePlace(ctx, asked);
  if (photos.length === 0) return presentOrder(order, actor, ctx.now);
  await db
    .insertInto("work_order_images")
    .values(
      photos.map(({ file, thumbnail, mediaType, width, height }, position) => ({
        work_order_id: order.id,
        property_id: order.property_id,
        position,
        file_key: file.key,
        thumbnail_key: thumbnail.key,
        media_type: mediaType,
        bytes: file.bytes,
        width,
        height,
        sha256: file.sha256,
      })),
    )
    .execute();
  return presentOrder(await findOrder(db, actor.reach, order.id), actor, ctx.now);
}
