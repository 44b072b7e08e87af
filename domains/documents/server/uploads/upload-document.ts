import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createDocument, Document } from "../../contract.ts";
import { notifyOfDocument } from "../notifications/notify-of-document.ts";
import { publishDocumentChange } from "../publish-change.ts";
import { type DocumentRecord, readDocument, recordColumns } from "../read-document.ts";
import { insertFile } from "./insert-file.ts";
import { assertWithinQuota } from "./quota.ts";
import { resolvePlace } from "./resolve-place.ts";
import type { StoredUpload } from "./store-file.ts";

/**
 * Creates an uploaded document with its first file (ROLE-04, DOC-19). @throws AppError conflict, invalid,
 * not_found
 */
export async function uploadDocument(
  ctx: SignedInCtx,
  body: BodyOf<typeof createDocument>,
  upload: StoredUpload,
): Promise<Document> {
  const { propertyId, unitId, leaseId, visibility } = await resolvePlace(ctx, body);
  if (leaseId !== null) await assertWithinQuota(ctx, leaseId, upload.file.bytes);
  const document = (await ctx.db
    .insertInto("documents")
    .values({
      property_id: propertyId,
      unit_id: unitId,
      lease_id: leaseId,
      visibility,
      title: body.title,
      type: body.type,
      expires_on: body.expiresOn || null,
      created_by_id: ctx.actor.id,
      created_at: ctx.now,
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow()) as DocumentRecord;
  await insertFile(ctx, document, 1, upload);
  await audit(ctx, {
    action: "document.uploaded",
    subjectType: "document",
    subjectId: document.id,
    propertyId,
    details: { title: body.title, type: body.type, file: upload.name, visibility },
  });
  publishDocumentChange(ctx, document);
  await notifyOfDocument(ctx, document, { change: "added", actorId: ctx.actor.id });
  return readDocument(ctx, document.id);
}
