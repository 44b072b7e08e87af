import type { FastifyRequest } from "fastify";
import type { SignedInCtx } from "#server/http/context.ts";
import { parseInput } from "#server/http/endpoints/route.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { type StoredImage, storeImage } from "#server/integrations/files/images.ts";
import { forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { ActivityContent } from "../../activity-text.ts";
import {
  type addPhotos,
  type createWorkOrder,
  maxImagesPerUpload,
  maxImagesPerWorkOrder,
  type PhotoLabel,
  type WorkOrder,
} from "../../contract.ts";
import { addActivity } from "../activity/activity.ts";
import { canRemove, presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { contentHash, contentHashVersion, readPhotoHashes } from "../signatures/content-hash.ts";

/**
 * Reads a form with photos (WO-70). A form without photos can also be sent as JSON. The photos have to follow
 * the other fields.
 * @throws AppError invalid, too_large, unsupported_type, each with a message
 */
export async function readPhotoForm<PhotoEndpoint extends typeof createWorkOrder | typeof addPhotos>(
  ctx: SignedInCtx,
  request: FastifyRequest,
  endpoint: PhotoEndpoint,
): Promise<{ body: BodyOf<PhotoEndpoint>; photos: StoredImage[] }> {
  const photos: StoredImage[] = [];
  const fields = request.isMultipart()
    ? await readForm(ctx, request, {
        ...endpoint.files,
        messages: {
          wrongField: "Send photos in the “images” field.",
          tooMany: `Attach up to ${maxImagesPerUpload} photos.`,
          tooLarge: "Each photo can be up to 10 MB.",
        },
        onFile: async (received, precedingFields) => {
          // Photos are expensive to process, so the text fields come first and are validated first.
          if (photos.length === 0) parseInput(endpoint.body, precedingFields);
          photos.push(await storeImage(ctx, { received, field: "images", thumbnail: "square" }));
        },
      })
    : (request.body ?? {});
  return { body: parseInput(endpoint.body, fields) as BodyOf<PhotoEndpoint>, photos };
}

/**
 * Locks the work order and checks its photo limit. Called before an upload, to avoid decoding photos for
 * nothing, and again when they're added.
 * @throws AppError not_found; forbidden; invalid if `addedCount` photos would exceed the limit
 */
export async function lockForPhotos(
  ctx: SignedInCtx,
  id: number,
  addedCount: number,
): Promise<{ order: WorkOrderRecord; nextPosition: number }> {
  const order = await lockWorkOrder(ctx, id);
  const { count, lastPosition } = await ctx.db
    .selectFrom("work_order_images")
    .select((row) => [row.fn.countAll<number>().as("count"), row.fn.max("position").as("lastPosition")])
    .where("work_order_id", "=", id)
    .executeTakeFirstOrThrow();
  if (count + addedCount > maxImagesPerWorkOrder)
    throw invalid({
      images: `Work orders can have up to ${maxImagesPerWorkOrder} photos; this one has ${count}.`,
    });
  return { order, nextPosition: lastPosition === null ? 0 : lastPosition + 1 };
}

/** Adds photos to an existing work order. @throws AppError as `lockForPhotos` */
export async function addWorkOrderPhotos(
  ctx: SignedInCtx,
  id: number,
  { photos, label }: { photos: readonly StoredImage[]; label: PhotoLabel | null },
): Promise<WorkOrder> {
  if (photos.length === 0) throw invalid({ images: "Please select a photo." });
  const { order, nextPosition } = await lockForPhotos(ctx, id, photos.length);
  await savePhotos(ctx, order, { photos, label, nextPosition });
  const changedOrder = await recordPhotosChange(ctx, order, {
    added: photos.map(({ file }) => file.sha256.toString("hex")),
    label,
  });
  await notifyParticipants(ctx, order, {
    kind: "work-order.photos",
    details: { workOrderId: id, title: order.title, by: ctx.actor.fullName, count: photos.length },
  });
  return changedOrder;
}

/**
 * Sets a photo's tag, which isn't part of the signed content.
 * @throws AppError not_found; forbidden for tenants who didn't add it
 */
export async function tagWorkOrderPhoto(
  ctx: SignedInCtx,
  id: number,
  { imageId, label }: { imageId: number; label: PhotoLabel | null },
): Promise<WorkOrder> {
  const { order, photo } = await lockPhoto(ctx, id, imageId);
  if (!canRemove(photo, ctx.actor.accessScope)) throw forbidden("You can only tag photos you added.");
  if (photo.label === label)
    return presentWorkOrder(await findWorkOrder(ctx.db, ctx.actor.accessScope, id), ctx.actor, ctx.now);
  await ctx.db.updateTable("work_order_images").set({ label }).where("id", "=", imageId).execute();
  return recordPhotosChange(ctx, order, { tagged: photo.sha256.toString("hex"), imageId, label });
}

/** Removes a photo and its files. @throws AppError not_found; forbidden for tenants who didn't add it */
export async function removeWorkOrderPhoto(
  ctx: SignedInCtx,
  id: number,
  imageId: number,
): Promise<WorkOrder> {
  const { order, photo } = await lockPhoto(ctx, id, imageId);
  if (!canRemove(photo, ctx.actor.accessScope)) throw forbidden("You can only remove photos you added.");
  await ctx.db.deleteFrom("work_order_images").where("id", "=", imageId).execute();
  ctx.afterCommit(async () => {
    for (const key of [photo.file_key, photo.thumbnail_key]) await ctx.files.remove(key);
  });
  return recordPhotosChange(ctx, order, { removed: photo.sha256.toString("hex"), imageId });
}

async function lockPhoto(ctx: SignedInCtx, id: number, imageId: number) {
  const order = await lockWorkOrder(ctx, id);
  const photo = await ctx.db
    .selectFrom("work_order_images")
    .select(["added_by_id", "label", "sha256", "file_key", "thumbnail_key"])
    .where("id", "=", imageId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (photo === undefined) throw notFound("photo");
  return { order, photo };
}

interface NewPhotos {
  photos: readonly StoredImage[];
  label: PhotoLabel | null;
  nextPosition: number;
}

/** Adds rows for stored photos to the work order. */
export async function savePhotos(
  { db, actor, happenedAt }: SignedInCtx,
  order: WorkOrderRecord,
  { photos, label, nextPosition }: NewPhotos,
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto("work_order_images")
    .values(
      photos.map(({ file, thumbnail, mediaType, width, height }, index) => ({
        work_order_id: order.id,
        property_id: order.property_id,
        position: nextPosition + index,
        file_key: file.key,
        thumbnail_key: thumbnail.key,
        media_type: mediaType,
        bytes: file.bytes,
        width,
        height,
        sha256: file.sha256,
        label,
        added_by_id: actor.id,
        created_at: happenedAt,
      })),
    )
    .execute();
}

type PhotosChange = Extract<ActivityContent, { actionType: "photos_changed" }>["details"];
type WithoutHash<Change> = Change extends unknown ? Omit<Change, "contentHash"> : never;

/** Logs a change to the photos and updates the work order's content hash, which covers them. */
async function recordPhotosChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  change: WithoutHash<PhotosChange>,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const hash = contentHash({ ...order, photos: await readPhotoHashes(ctx, order.id) });
  const changedOrder = await db
    .updateTable("work_orders")
    .set({
      content_hash: hash,
      content_hash_version: contentHashVersion,
      updated_at: now,
      version: order.version + 1,
    })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addActivity(ctx, order, {
    actionType: "photos_changed",
    details: { ...change, contentHash: hash.toString("hex") },
  });
  publishWorkOrderChange(ctx, "work-order.changed", changedOrder);
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, order.id), actor, now);
}
