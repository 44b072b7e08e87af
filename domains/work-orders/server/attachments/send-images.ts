import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { type RequestAndReply, sendStoredFile } from "#server/http/files/send-stored-file.ts";
import { notFound } from "#shared/errors.ts";
import { findWorkOrderEvenIfDeleted } from "../queries.ts";

/** Sends a photo or its thumbnail to a user with access to the work order. @throws AppError not_found */
export async function sendPhoto(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
  imageId: number,
  size: "thumbnail" | "full",
): Promise<typeof sent> {
  await findWorkOrderEvenIfDeleted(ctx.db, ctx.actor.accessScope, id);
  const image = await ctx.db
    .selectFrom("work_order_images")
    .selectAll()
    .where("id", "=", imageId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (image === undefined) throw notFound("photo");
  return size === "thumbnail"
    ? sendStoredFile(ctx, exchange, { key: image.thumbnail_key, mediaType: "image/webp" })
    : sendStoredFile(ctx, exchange, { key: image.file_key, mediaType: image.media_type });
}

/** Sends a signature image to a user with access to the work order. @throws AppError not_found */
export async function sendSignature(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
  signatureId: number,
): Promise<typeof sent> {
  await findWorkOrderEvenIfDeleted(ctx.db, ctx.actor.accessScope, id);
  const signature = await ctx.db
    .selectFrom("work_order_signatures")
    .select("file_key")
    .where("id", "=", signatureId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (signature === undefined) throw notFound("signature");
  return sendStoredFile(ctx, exchange, { key: signature.file_key, mediaType: "image/png" });
}
