import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { type RequestAndReply, sendStoredFile } from "#server/http/files/send-stored-file.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { type StoredImage, storeImage } from "#server/integrations/files/images.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type PropertyDetails, setPhoto } from "../../contract.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { findProperty, lockProperty, type PropertyRecord, presentProperty } from "./property-queries.ts";

/**
 * Sends a property's photo or its thumbnail to a user who can access the property. @throws AppError not_found
 */
export async function sendPhoto(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
  size: "thumbnail" | "full",
): Promise<typeof sent> {
  const { image_key, image_thumbnail_key, image_media_type } = await findProperty(ctx, id);
  if (image_key === null || image_thumbnail_key === null || image_media_type === null)
    throw notFound("photo");
  return sendStoredFile(
    ctx,
    exchange,
    size === "thumbnail"
      ? { key: image_thumbnail_key, mediaType: "image/webp" }
      : { key: image_key, mediaType: image_media_type },
  );
}

/**
 * Sets a property's photo and removes the old one. The upload is read before the transaction starts.
 * @throws AppError not_found, invalid, too_large, unsupported_type
 */
export async function changePhoto(
  ctx: SignedInCtx,
  id: number,
  { request }: RequestAndReply,
): Promise<PropertyDetails> {
  await findProperty(ctx, id);
  let image: StoredImage | undefined;
  if (request.isMultipart())
    await readForm(ctx, request, {
      ...setPhoto.files,
      messages: {
        wrongField: "Send the photo in the “photo” field.",
        tooMany: "A property can have only one photo.",
        tooLarge: "The photo can be up to 10 MB.",
      },
      onFile: async (received) => {
        image = await storeImage(ctx, { received, field: "photo", thumbnail: "wide" });
      },
    });
  if (image === undefined) throw invalid({ photo: "Please select a photo." });
  const { file, thumbnail, mediaType } = image;
  return inTransaction(ctx.db, (db) =>
    savePhoto({ ...ctx, db }, id, {
      image_key: file.key,
      image_thumbnail_key: thumbnail.key,
      image_media_type: mediaType,
    }),
  );
}

/** Removes a property's photo. Without a photo, nothing changes. @throws AppError not_found */
export const deletePhoto = (ctx: SignedInCtx, id: number): Promise<PropertyDetails> =>
  savePhoto(ctx, id, { image_key: null, image_thumbnail_key: null, image_media_type: null });

type PhotoColumns = Pick<PropertyRecord, "image_key" | "image_thumbnail_key" | "image_media_type">;

async function savePhoto(ctx: SignedInCtx, id: number, photo: PhotoColumns): Promise<PropertyDetails> {
  const property = await lockProperty(ctx, id);
  if (property.image_key === null && photo.image_key === null) return presentProperty(ctx.db, id);
  await ctx.db.updateTable("properties").set(photo).where("id", "=", id).execute();
  await audit(ctx, {
    action: photo.image_key === null ? "property.photo-removed" : "property.photo-changed",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { before: { photo: property.image_key }, after: { photo: photo.image_key } },
  });
  publishPropertyChange(ctx, id);
  ctx.afterCommit(async () => {
    for (const key of [property.image_key, property.image_thumbnail_key])
      if (key !== null) await ctx.files.remove(key);
  });
  return presentProperty(ctx.db, id);
}
