import type { SignedInCtx } from "#server/http/context.ts";
import { loadSharp } from "#server/integrations/sharp.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { sign, WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { contentHash, contentHashVersion, photosOf } from "./content-hash.ts";
import { contentShown, isReopenedSince, refuseSignedSince, signedBefore } from "./late-signature.ts";
import { presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder } from "./queries.ts";
import { refuseStale } from "./stale.ts";

const pixelsMax = 4_000_000;

/**
 * The image of a signature data URL, re-encoded as PNG.
 * @throws AppError invalid for anything that is not a PNG, is too large, or shows only one colour
 */
export async function readSignatureImage(dataUrl: string): Promise<Buffer> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
    if ((await image.metadata()).format !== "png") throw new Error("no PNG");
    const flat = sharp(await image.flatten({ background: "#ffffff" }).png().toBuffer());
    const { channels } = await flat.stats();
    if (channels.every(({ min, max }) => min === max))
      throw invalid({ signature: "Please sign before confirming." });
    return await flat.toBuffer();
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") throw error;
    throw invalid({ signature: "The signature could not be read as a PNG image." });
  }
}

/**
 * Signs the order's present content (SIG-14), or what was shown: the record keeps its hash, who signed on whose account, and
 * when. Earlier signatures are kept.
 * @throws AppError not_found, forbidden; conflict when `seen` is an old version, or somebody else has signed since
 */
export async function signOrder(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof sign>,
  image: Buffer,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  await refuseStale(ctx, order, seen);
  await refuseSignedSince(ctx, id);
  const file = await ctx.files.put(image, "png");
  ctx.onFailure(() => ctx.files.remove(file.key));
  const signedByName = body.signedByName ?? actor.fullName;
  const present = { ...order, photos: await photosOf(ctx, id) };
  const content = body.shown === undefined ? present : await contentShown(ctx, id, body.shown);
  const signedContent = contentHash(content);
  const { id: signatureId } = await db
    .insertInto("work_order_signatures")
    .values({
      work_order_id: id,
      property_id: order.property_id,
      file_key: file.key,
      sha256: file.sha256,
      content_hash: signedContent,
      content_hash_version: contentHashVersion,
      signed_by_id: actor.id,
      signed_by_name: signedByName,
      signed_at: ctx.happenedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const signed = await db
    .updateTable("work_orders")
    .set({
      ...((await isReopenedSince(ctx, id)) ? {} : { signature_id: signatureId }),
      updated_at: now,
      version: order.version + 1,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addActivity(ctx, order, {
    actionType: "signature",
    particulars: {
      signatureId,
      signedBy: signedByName,
      ...(signedByName === actor.fullName ? {} : { deviceOf: actor.fullName }),
      contentHash: signedContent.toString("hex"),
      contentHashVersion,
      imageSha256: file.sha256.toString("hex"),
      ...(signedContent.equals(contentHash(present)) ? {} : { shown: signedBefore(content, present) }),
    },
  });
  await notifyParticipants(ctx, signed, {
    kind: "work-order.signed",
    particulars: { workOrderId: id, title: order.title, by: signedByName },
  });
  publishOrderChange(ctx, "work-order.changed", signed);
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}
