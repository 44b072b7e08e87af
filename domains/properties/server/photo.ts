import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { readForm } from "#server/http/read-form.ts";
import type { sent } from "#server/http/response.ts";
import { type Exchange, sendKeptFile } from "#server/http/send-kept-file.ts";
import { type KeptPicture, keepPicture } from "#server/integrations/pictures.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type PropertyDetails, setPhoto } from "../contract.ts";
import { findProperty, lockProperty, type PropertyRecord, presentProperty } from "./property-queries.ts";
import { publishPropertyChange } from "./publish-change.ts";

/** Sends the photo of a building, or its thumbnail, to a user who may see the building. @throws AppError not_found */
export async function sendPhoto(
  ctx: SignedInCtx,
  exchange: Exchange,
  id: number,
  size: "thumbnail" | "full",
): Promise<typeof sent> {
  const { image_key, image_thumbnail_key, image_media_type } = await findProperty(ctx, id);
  if (image_key === null || image_thumbnail_key === null || image_media_type === null)
    throw notFound("photo");
  return sendKeptFile(
    ctx,
    exchange,
    size === "thumbnail"
      ? { key: image_thumbnail_key, mediaType: "image/webp" }
      : { key: image_key, mediaType: image_media_type },
  );
}

/**
 * Sets the photo of a property and removes the old one. The upload is read before the transaction begins.
 * @throws AppError not_found, invalid, too_large, wrong_kind
 */
export async function changePhoto(
  ctx: SignedInCtx,
  id: number,
  { request }: Exchange,
): Promise<PropertyDetails> {
  await findProperty(ctx, id);
  let picture: KeptPicture | undefined;
  if (request.isMultipart())
    await readForm(ctx, request, {
      ...setPhoto.files,
      sentences: {
        elsewhere: "The photo is sent in the field photo.",
        tooMany: "A property has one photo. Please send only one.",
        tooLarge: "The photo may have at most 10 MB.",
      },
      take: async (received) => {
        picture = await keepPicture(ctx, { received, field: "photo", thumbnail: "wide" });
      },
    });
  if (picture === undefined) throw invalid({ photo: "Please choose a photo." });
  const { file, thumbnail, mediaType } = picture;
  return ctx.db.transaction().execute((db) =>
    writePhoto({ ...ctx, db }, id, {
      image_key: file.key,
      image_thumbnail_key: thumbnail.key,
      image_media_type: mediaType,
    }),
  );
}

/** Removes the photo of a property; without a photo nothing changes. @throws AppError not_found */
export const takePhotoAway = (ctx: SignedInCtx, id: number): Promise<PropertyDetails> =>
  writePhoto(ctx, id, { image_key: null, image_thumbnail_key: null, image_media_type: null });

type Photo = Pick<PropertyRecord, "image_key" | "image_thumbnail_key" | "image_media_type">;

async function writePhoto(ctx: SignedInCtx, id: number, photo: Photo): Promise<PropertyDetails> {
  const before = await lockProperty(ctx, id);
  if (before.image_key === null && photo.image_key === null) return presentProperty(ctx.db, id);
  await ctx.db.updateTable("properties").set(photo).where("id", "=", id).execute();
  await audit(ctx, {
    action: photo.image_key === null ? "property.photo-removed" : "property.photo-changed",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { before: { photo: before.image_key }, after: { photo: photo.image_key } },
  });
  publishPropertyChange(ctx, id);
  ctx.afterCommit(async () => {
    for (const key of [before.image_key, before.image_thumbnail_key])
      if (key !== null) await ctx.files.remove(key);
  });
  return presentProperty(ctx.db, id);
}
