import type { FastifyRequest } from "fastify";
import { kindFromUploadName } from "#domains/documents/server/content-checks/check-kind.ts";
import { type StoredUpload, storeFile } from "#domains/documents/server/uploads/store-file.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type Bill, storeBillFile } from "../../contract.ts";
import { assertNotVoided } from "./change-bill.ts";
import { findBill, lockBill } from "./read-bill.ts";

const missingFile = "Please select a file.";

/**
 * Stores the vendor's document of a bill, replacing the earlier one. It has the types allowed for documents
 * (DOC-24), and is scanned for viruses right away.
 * @throws AppError not_found; conflict for a voided bill; invalid, too_large, unsupported_type
 */
export async function replaceBillFile(ctx: SignedInCtx, id: number, request: FastifyRequest): Promise<Bill> {
  assertNotVoided(await findBill(ctx, id));
  if (!request.isMultipart()) throw invalid({ file: missingFile });
  let upload: StoredUpload | undefined;
  await readForm(ctx, request, {
    ...storeBillFile.files,
    messages: {
      wrongField: "Send the file in the “file” field.",
      tooMany: "Add one file.",
      tooLarge: "The file can be up to 10 MB.",
    },
    onFile: async (received) => {
      if (received.bytes === 0) throw invalid({ file: "The file is empty." });
      upload = await storeFile(ctx, received, { kind: kindFromUploadName(received.name), scan: "now" });
    },
  });
  const storedUpload = upload;
  if (storedUpload === undefined) throw invalid({ file: missingFile });
  return inTransaction(ctx.db, (db) => saveFile({ ...ctx, db }, id, storedUpload));
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
