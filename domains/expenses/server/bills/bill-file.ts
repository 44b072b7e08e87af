import type { FastifyRequest } from "fastify";
import type { StoredUpload } from "#domains/documents/server/uploads/store-file.ts";
import { storeOnlyFile } from "#domains/documents/server/uploads/store-only-file.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { notFound } from "#shared/errors.ts";
import { type Bill, storeBillFile } from "../../contract.ts";
import { assertNotVoided } from "./change-bill.ts";
import { findBill, lockBill } from "./read-bill.ts";

/**
 * Stores the vendor's document of a bill, replacing the earlier one. It can have the same types as documents
 * (DOC-24), and is scanned for viruses right away.
 * @throws AppError not_found; conflict for a voided bill; invalid, too_large, unsupported_type
 */
export async function replaceBillFile(ctx: SignedInCtx, id: number, request: FastifyRequest): Promise<Bill> {
  assertNotVoided(await findBill(ctx, id));
  const upload = await storeOnlyFile(ctx, request, storeBillFile.files);
  return inTransaction(ctx.db, (db) => saveFile({ ...ctx, db }, id, upload));
}

async function saveFile(
  ctx: SignedInCtx,
  id: number,
  { file, name, mediaType }: StoredUpload,
): Promise<Bill> {
  const bill = await lockBill(ctx, id);
  assertNotVoided(bill);
  const { file_key: replacedKey } = await ctx.db
    .selectFrom("bills")
    .select("file_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable("bills")
    .set({
      file_key: file.key,
      file_name: name,
      file_type: mediaType,
      file_bytes: file.bytes,
      file_sha256: file.sha256,
      version: bill.version + 1,
    })
    .where("id", "=", id)
    .execute();
  if (replacedKey !== null) ctx.afterCommit(() => ctx.files.remove(replacedKey));
  await audit(ctx, {
    action: "bill.file-stored",
    subjectType: "bill",
    subjectId: id,
    propertyId: bill.property.id,
    details: { file: name, replaced: bill.file?.name ?? null },
  });
  return findBill(ctx, id);
}

/** Sends the vendor's document of a bill. @throws AppError not_found */
export async function sendBillFile(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
): Promise<typeof sent> {
  const { file } = await findBill(ctx, id);
  const { file_key, file_sha256 } = await ctx.db
    .selectFrom("bills")
    .select(["file_key", "file_sha256"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (file === null || file_key === null || file_sha256 === null) throw notFound("file");
  return sendFileRange(ctx, exchange, {
    key: file_key,
    mediaType: file.mediaType,
    bytes: file.bytes,
    sha256: file_sha256,
    disposition: formatAttachment(file.name),
  });
}
