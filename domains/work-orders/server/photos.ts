import type { SignedInCtx } from "#server/http/context.ts";
import type { KeptPicture } from "#server/integrations/pictures.ts";
import { forbidden, invalid, notFound } from "#shared/errors.ts";
import type { ActivityContent } from "../activity-text.ts";
import { imagesOfOrderMax, type PhotoLabel, type WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { contentHash, contentHashVersion, photosOf } from "./content-hash.ts";
import { mayRemove, presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";

/**
 * Asked before an upload is read, so that no photos are decoded for nothing, and again when they are added.
 * @throws AppError not_found, forbidden, invalid where the order takes no `more` photos
 */
export async function lockForPhotos(
  ctx: SignedInCtx,
  id: number,
  more: number,
): Promise<{ order: WorkOrderRecord; nextPosition: number }> {
  const order = await lockOrder(ctx, id);
  const { count, last } = await ctx.db
    .selectFrom("work_order_images")
    .select((row) => [row.fn.countAll<number>().as("count"), row.fn.max("position").as("last")])
    .where("work_order_id", "=", id)
    .executeTakeFirstOrThrow();
  if (count + more > imagesOfOrderMax)
    throw invalid({
      images: `A work order takes at most ${imagesOfOrderMax} photos; this one has ${count}.`,
    });
  return { order, nextPosition: last === null ? 0 : last + 1 };
}

/** Adds photos to an order that was reported before. @throws AppError as `lockForPhotos` */
export async function addPhotosTo(
  ctx: SignedInCtx,
  id: number,
  { photos, label }: { photos: readonly KeptPicture[]; label: PhotoLabel | null },
): Promise<WorkOrder> {
  if (photos.length === 0) throw invalid({ images: "Please choose a photo." });
  const { order, nextPosition } = await lockForPhotos(ctx, id, photos.length);
  await keepPhotos(ctx, order, { photos, label, nextPosition });
  const changed = await recordChange(ctx, order, {
    added: photos.map(({ file }) => file.sha256.toString("hex")),
    label,
  });
  await notifyParticipants(ctx, order, {
    kind: "work-order.photos",
    particulars: { workOrderId: id, title: order.title, by: ctx.actor.fullName, count: photos.length },
  });
  return changed;
}

/** Removes a photo with its files. @throws AppError not_found; forbidden for a tenant who did not add it */
export async function removePhotoOf(ctx: SignedInCtx, id: number, imageId: number): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const photo = await ctx.db
    .selectFrom("work_order_images")
    .select(["added_by_id", "sha256", "file_key", "thumbnail_key"])
    .where("id", "=", imageId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (photo === undefined) throw notFound("photo");
  if (!mayRemove(photo, ctx.actor)) throw forbidden("You can remove only photos that you added.");
  await ctx.db.deleteFrom("work_order_images").where("id", "=", imageId).execute();
  ctx.afterCommit(async () => {
    for (const key of [photo.file_key, photo.thumbnail_key]) await ctx.files.remove(key);
  });
  return recordChange(ctx, order, { removed: photo.sha256.toString("hex"), imageId });
}

interface Added {
  photos: readonly KeptPicture[];
  label: PhotoLabel | null;
  nextPosition: number;
}

/** Names the stored photos in rows of the order. */
export async function keepPhotos(
  { db, actor, happenedAt }: SignedInCtx,
  order: WorkOrderRecord,
  { photos, label, nextPosition }: Added,
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

type PhotosChange = Extract<ActivityContent, { actionType: "photos_changed" }>["particulars"];
type WithoutHash<Change> = Change extends unknown ? Omit<Change, "contentHash"> : never;

/** The photos belong to the signed content, so their change is a new version of the order. */
async function recordChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  change: WithoutHash<PhotosChange>,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const hash = contentHash({ ...order, photos: await photosOf(ctx, order.id) });
  const changed = await db
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
    particulars: { ...change, contentHash: hash.toString("hex") },
  });
  publishOrderChange(ctx, "work-order.changed", changed);
  return presentOrder(await findOrder(db, actor.accessScope, order.id), actor, now);
}
