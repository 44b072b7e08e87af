import type { FastifyRequest } from "fastify";
import { fileTypeFromFile } from "file-type";
import { sql } from "kysely";
import { cleanName } from "#domains/documents/server/clean-name.ts";
import { keepFile } from "#domains/documents/server/keep-file.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type ReceivedFile, readForm } from "#server/http/read-form.ts";
import type { sent } from "#server/http/response.ts";
import { type Exchange, sendKeptFile } from "#server/http/send-kept-file.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { keepPicture } from "#server/integrations/pictures.ts";
import { AppError, conflict, invalid, notFound } from "#shared/errors.ts";
import { pictureTypes } from "#shared/pictures.ts";
import { addProof as addProofCall, type Confirmation } from "../confirmations-contract.ts";
import { confirmationOf } from "./confirmations.ts";

interface Proof {
  key: string;
  thumbnailKey: string | null;
  name: string;
  type: string;
}

/**
 * Stores the photo or PDF that proves the user's own payment while it waits for review; it replaces the previous one.
 * @throws AppError not_found; conflict once it was reviewed; invalid, too_large, wrong_kind
 */
export async function addProof(ctx: SignedInCtx, id: number, request: FastifyRequest): Promise<Confirmation> {
  refuseOthers(ctx, await confirmationOf(ctx, id));
  if (!request.isMultipart()) throw invalid({ proof: "Please choose a photo or a PDF." });
  let proof: Proof | undefined;
  await readForm(ctx, request, {
    ...addProofCall.files,
    sentences: {
      elsewhere: "The proof is sent in the field proof.",
      tooMany: "Please add one file.",
      tooLarge: "The file may have at most 10 MB.",
    },
    take: async (received) => {
      proof = await keepProof(ctx, received);
    },
  });
  const kept = proof;
  if (kept === undefined) throw invalid({ proof: "Please choose a photo or a PDF." });
  return inTransaction(ctx.db, (db) => nameProof({ ...ctx, db }, id, kept));
}

/** Photos are re-encoded, which removes their location; a PDF is stored as it is. The content decides, not the name. */
async function keepProof(ctx: SignedInCtx, received: ReceivedFile): Promise<Proof> {
  const kind = await fileTypeFromFile(received.path);
  if (kind?.ext === "pdf") {
    const { file, name, mediaType } = await keepFile(ctx, received, { kind: "pdf", scan: "now" });
    return { key: file.key, thumbnailKey: null, name, type: mediaType };
  }
  if (kind === undefined || !pictureTypes.some((type) => type === kind.mime))
    throw new AppError("wrong_kind", "Please add a photo (PNG, JPG or GIF) or a PDF.");
  const picture = await keepPicture(ctx, { received, field: "proof", thumbnail: "square" });
  return {
    key: picture.file.key,
    thumbnailKey: picture.thumbnail.key,
    name: cleanName(received.name, kind.ext),
    type: picture.mediaType,
  };
}

async function nameProof(ctx: SignedInCtx, id: number, proof: Proof): Promise<Confirmation> {
  const { rows } = await sql<{ key: string | null; thumbnailKey: string | null }>`
    select proof_key as key, proof_thumbnail_key as "thumbnailKey" from payment_confirmations where id = ${id} for update`.execute(
    ctx.db,
  );
  const { leaseId, property } = refuseOthers(ctx, await confirmationOf(ctx, id));
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
  const before = [rows[0]?.key, rows[0]?.thumbnailKey].filter((key) => key != null);
  ctx.afterCommit(async () => {
    for (const key of before) await ctx.files.remove(key);
  });
  await audit(ctx, {
    action: "payment.proof-added",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: property.id,
    details: { file: proof.name },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: property.id });
  return confirmationOf(ctx, id);
}

function refuseOthers({ actor }: SignedInCtx, confirmation: Confirmation): Confirmation {
  if (confirmation.user.id !== actor.id) throw notFound("payment confirmation");
  if (confirmation.state !== "pending")
    throw conflict("This confirmation was already reviewed; a proof cannot be added any more.", {
      current: confirmation,
    });
  return confirmation;
}

/** Sends the proof, or the thumbnail of a photo, to a user who may see the confirmation. @throws AppError not_found */
export async function sendProof(
  ctx: SignedInCtx,
  exchange: Exchange,
  id: number,
  size: "thumbnail" | undefined,
): Promise<typeof sent> {
  await confirmationOf(ctx, id);
  const file = await ctx.db
    .selectFrom("payment_confirmations")
    .select(["proof_key", "proof_thumbnail_key", "proof_name", "proof_type"])
    .where("id", "=", id)
    .executeTakeFirst();
  const key = size === "thumbnail" ? file?.proof_thumbnail_key : file?.proof_key;
  if (file?.proof_type == null || key == null) throw notFound("file");
  // A PDF may contain active content, so it is not opened on our pages.
  const name = encodeURIComponent(file.proof_name ?? "proof");
  return sendKeptFile(
    ctx,
    exchange,
    { key, mediaType: size === "thumbnail" ? "image/webp" : file.proof_type },
    file.proof_type === "application/pdf" ? `attachment; filename*=UTF-8''${name}` : "inline",
  );
}
