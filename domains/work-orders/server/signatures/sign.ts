import type { SignedInCtx } from "#server/http/context.ts";
import { loadSharp } from "#server/integrations/files/sharp.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { sign, WorkOrder } from "../../contract.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCurrentWorkOrder } from "../assert-current-work-order.ts";
import { addToRejectedCompletion } from "../conflicts/conflicts.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { contentHash, contentHashVersion, readPhotoHashes } from "./content-hash.ts";
import {
  assertNotSignedSince,
  describeSignedContent,
  resolveSignedContent,
  wasReopenedSince,
} from "./late-signature.ts";

const maxPixels = 4_000_000;

/**
 * Decodes a signature data URL and re-encodes the image as PNG.
 * @throws AppError invalid if it isn't a PNG, is too large, or has only one color
 */
export async function readSignatureImage(dataUrl: string): Promise<Buffer> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    if ((await image.metadata()).format !== "png") throw new Error("not a PNG");
    const flatImage = sharp(await image.flatten({ background: "#ffffff" }).png().toBuffer());
    const { channels } = await flatImage.stats();
    if (channels.every(({ min, max }) => min === max))
      throw invalid({ signature: "Please sign before confirming." });
    return await flatImage.toBuffer();
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") throw error;
    throw invalid({ signature: "The signature image couldn't be read." });
  }
}

/**
 * Signs the current content (SIG-14), or the version the device displayed. Earlier signatures are kept. If
 * the signer's completion was rejected, the signature belongs to that conflict instead of the work order.
 * @throws AppError not_found; forbidden; conflict if `expectedVersion` is outdated or someone else has signed
 * since
 */
export async function signWorkOrder(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof sign>,
  image: Buffer,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  await assertCurrentWorkOrder(ctx, order, expectedVersion);
  await assertNotSignedSince(ctx, id);
  const signedByName = body.signedByName ?? actor.fullName;
  const currentContent = { ...order, photos: await readPhotoHashes(ctx, id) };
  const content =
    body.contentHash === undefined
      ? currentContent
      : await resolveSignedContent(ctx, order, body.contentHash);
  const signedHash = contentHash(content);
  const { signatureId, imageSha256 } = await saveSignature(ctx, order, { image, signedByName, signedHash });
  const isForConflict = await addToRejectedCompletion(ctx, id, signatureId);
  const isForOrder = !isForConflict && !(await wasReopenedSince(ctx, id));
  const signedOrder = await db
    .updateTable("work_orders")
    .set({
      ...(isForOrder ? { signature_id: signatureId } : {}),
      updated_at: now,
      version: order.version + 1,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addActivity(ctx, order, {
    actionType: "signature",
    details: {
      signatureId,
      signedBy: signedByName,
      ...(signedByName === actor.fullName ? {} : { deviceOwner: actor.fullName }),
      contentHash: signedHash.toString("hex"),
      contentHashVersion,
      imageSha256: imageSha256.toString("hex"),
      ...(signedHash.equals(contentHash(currentContent))
        ? {}
        : { shown: describeSignedContent(content, currentContent) }),
    },
    internal: isForConflict,
  });
  if (!isForConflict)
    await notifyParticipants(
      ctx,
      signedOrder,
      { kind: "work-order.signed", details: { workOrderId: id, title: order.title, by: signedByName } },
      { exceptName: signedByName },
    );
  publishWorkOrderChange(ctx, "work-order.changed", signedOrder);
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}

/** Stores a signature's image, the signer, the account, the time, and the hash of the signed content. */
async function saveSignature(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  { image, signedByName, signedHash }: { image: Buffer; signedByName: string; signedHash: Buffer },
): Promise<{ signatureId: number; imageSha256: Buffer }> {
  const file = await ctx.files.put(image, "png");
  ctx.onFailure(() => ctx.files.remove(file.key));
  const { id } = await ctx.db
    .insertInto("work_order_signatures")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      file_key: file.key,
      sha256: file.sha256,
      content_hash: signedHash,
      content_hash_version: contentHashVersion,
      signed_by_id: ctx.actor.id,
      signed_by_name: signedByName,
      signed_at: ctx.happenedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { signatureId: id, imageSha256: file.sha256 };
}
