import type { FastifyReply, FastifyRequest } from "fastify";
import { sent } from "#server/http/answer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { findOrder } from "./queries.ts";

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends a photo, or its thumbnail, to who may see its order. @throws AppError not_found */
export async function sendPhoto(
  ctx: SignedInCtx,
  exchange: Exchange,
  id: number,
  imageId: number,
  size: "thumbnail" | "full",
): Promise<typeof sent> {
  await findOrder(ctx.db, ctx.actor.reach, id);
  const image = await ctx.db
    .selectFrom("work_order_images")
    .selectAll()
    .where("id", "=", imageId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (image === undefined) throw notFound("photo");
  return size === "thumbnail"
    ? sendFile(ctx, exchange, { key: image.thumbnail_key, mediaType: "image/webp" })
    : sendFile(ctx, exchange, { key: image.file_key, mediaType: image.media_type });
}

/** Sends the image of a signature to who may see its order. @throws AppError not_found */
export async function sendSignature(
  ctx: SignedInCtx,
  exchange: Exchange,
  id: number,
  signatureId: number,
): Promise<typeof sent> {
  await findOrder(ctx.db, ctx.actor.reach, id);
  const signature = await ctx.db
    .selectFrom("work_order_signatures")
    .select("file_key")
    .where("id", "=", signatureId)
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  if (signature === undefined) throw notFound("signature");
  return sendFile(ctx, exchange, { key: signature.file_key, mediaType: "image/png" });
}

/** A kept file never changes under its key, so the key is its ETag; the browser asks again each time, as access may end. */
async function sendFile(
  { files }: SignedInCtx,
  { request, reply }: Exchange,
  file: { key: string; mediaType: string },
): Promise<typeof sent> {
  const etag = `"${file.key}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "content-disposition": "inline" });
  if (request.headers["if-none-match"] === etag) {
    await reply.code(304).send();
    return sent;
  }
  const { stream, bytes } = await files.read(file.key).catch(() => {
    throw notFound("file");
  });
  await reply.type(file.mediaType).header("content-length", bytes).send(stream);
  return sent;
}
