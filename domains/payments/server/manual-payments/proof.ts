import type { FastifyRequest } from "fastify";
import { fileTypeFromFile } from "file-type";
import { sql } from "kysely";
import { cleanName } from "#domains/documents/server/uploads/clean-name.ts";
import { storeFile } from "#domains/documents/server/uploads/store-file.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { type RequestAndReply, sendStoredFile } from "#server/http/files/send-stored-file.ts";
import { type ReceivedFile, readForm } from "#server/http/requests/read-form.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { storeImage } from "#server/integrations/files/images.ts";
import { AppError, conflict, invalid, notFound } from "#shared/errors.ts";
import { imageTypes } from "#shared/images.ts";
import { addProof as addProofEndpoint, type Confirmation } from "../../confirmations-contract.ts";
import { getConfirmation } from "./confirmations.ts";

interface Proof {
  key: string;
  thumbnailKey: string | null;
  name: string;
  type: string;
}

/**
 * Stores the photo or PDF that proves the user's own pending payment, replacing any earlier proof.
 * @throws AppError not_found; conflict if the payment was already reviewed or withdrawn; invalid, too_large,
 * unsupported_type
 */
export async function addProof(ctx: SignedInCtx, id: number, request: FastifyRequest): Promise<Confirmation> {
  requireOwnPendingConfirmation(ctx, await getConfirmation(ctx, id));
  if (!request.isMultipart()) throw invalid({ proof: "Please choose a photo or PDF." });
  let proof: Proof | undefined;
  await readForm(ctx, request, {
    ...addProofEndpoint.files,
    messages: {
      wrongField: "Send the proof in the “proof” field.",
      tooMany: "Add one file.",
      tooLarge: "The file can be up to 10 MB.",
    },
    onFile: async (received) => {
      proof = await storeProof(ctx, received);
    },
  });
  const storedProof = proof;
  if (storedProof === undefined) throw invalid({ proof: "Please choose a photo or PDF." });
  return inTransaction(ctx.db, (db) => saveProof({ ...ctx, db }, id, storedProof));
}

/**
 * Stores a photo re-encoded, which removes its location, or a PDF unchanged. The content decides the type,
 * not the file name.
 */
async function storeProof(ctx: SignedInCtx, receivedFile: ReceivedFile): Promise<Proof> {
  const fileType = await fileTypeFromFile(receivedFile.path);
  if (fileType?.ext === "pdf") {
    const { file, name, mediaType } = await storeFile(ctx, receivedFile, { kind: "pdf", scan: "now" });
    return { key: file.key, thumbnailKey: null, name, type: mediaType };
  }
  if (fileType === undefined || !imageTypes.some((type) => type === fileType.mime))
    throw new AppError("unsupported_type", "Add a photo (PNG, JPG, or GIF) or a PDF.");
  const image = await storeImage(ctx, { received: receivedFile, field: "proof", thumbnail: "square" });
  return {
    key: image.file.key,
    thumbnailKey: image.thumbnail.key,
    name: cleanName(receivedFile.name, fileType.ext),
    type: image.mediaType,
  };
}

async function saveProof(ctx: SignedInCtx, id: number, proof: Proof): Promise<Confirmation> {
  const { rows } = await sql<{ key: string | null; thumbnailKey: string | null }>`
    select proof_key as key, proof_thumbnail_key as "thumbnailKey" from payment_confirmations where id = ${id} for update`.execute(
    ctx.db,
  );
  const { leaseId, property } = requireOwnPendingConfirmation(ctx, await getConfirmation(ctx, id));
  await ctx.db
    .updateTable("payment_confirmations")
    .set((row) => ({
      proof_key: proof.key,
      proof_thumbnail_key: proof.thumbnailKey,
      proof_name: proof.name,
      proof_type: proof.type,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  const replacedKeys = [rows[0]?.key, rows[0]?.thumbnailKey].filter((key) => key != null);
  ctx.afterCommit(async () => {
    for (const key of replacedKeys) await ctx.files.remove(key);
  });
  await audit(ctx, {
    action: "payment.proof-added",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: property.id,
    details: { file: proof.name },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: property.id });
  return getConfirmation(ctx, id);
}

function requireOwnPendingConfirmation({ actor }: SignedInCtx, confirmation: Confirmation): Confirmation {
  if (confirmation.user.id !== actor.id) throw notFound("payment confirmation");
  if (confirmation.state !== "pending")
    throw conflict(`This confirmation has already been ${confirmation.state}, so you can't add proof.`, {
      current: confirmation,
    });
  return confirmation;
}

/**
 * Sends the proof, or a photo's thumbnail, to a user who can see the confirmation.
 * @throws AppError not_found
 */
export async function sendProof(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
  size: "thumbnail" | undefined,
): Promise<typeof sent> {
  await getConfirmation(ctx, id);
  const file = await ctx.db
    .selectFrom("payment_confirmations")
    .select(["proof_key", "proof_thumbnail_key", "proof_name", "proof_type"])
    .where("id", "=", id)
    .executeTakeFirst();
  const key = size === "thumbnail" ? file?.proof_thumbnail_key : file?.proof_key;
  if (file?.proof_type == null || key == null) throw notFound("file");
  // A PDF can contain active content, so it isn't opened on our pages.
  const name = encodeURIComponent(file.proof_name ?? "proof");
  return sendStoredFile(
    ctx,
    exchange,
    { key, mediaType: size === "thumbnail" ? "image/webp" : file.proof_type },
    file.proof_type === "application/pdf" ? `attachment; filename*=UTF-8''${name}` : "inline",
  );
}
