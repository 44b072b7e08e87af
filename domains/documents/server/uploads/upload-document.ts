import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createDocument, Document } from "../../contract.ts";
import type { DocumentType } from "../../types.ts";
import { notifyOfDocument } from "../notifications/notify-of-document.ts";
import { publishDocumentChange } from "../publish-change.ts";
import { type DocumentRecord, readDocument, recordColumns } from "../read-document.ts";
import { insertFile } from "./insert-file.ts";
import { assertWithinQuota } from "./quota.ts";
import { type DocumentPlace, resolvePlace } from "./resolve-place.ts";
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
  const place = await resolvePlace(ctx, body);
  if (place.leaseId !== null) await assertWithinQuota(ctx, place.leaseId, upload.file.bytes);
  const { title, type, expiresOn } = body;
  const fields = { ...place, title, type, expiresOn: expiresOn || null, createdById: ctx.actor.id };
  const document = await insertDocument(ctx, fields, upload);
  await notifyOfDocument(ctx, document, { change: "added", actorId: ctx.actor.id });
  return readDocument(ctx, document.id);
}

export interface NewDocument extends DocumentPlace {
  title: string;
  type: DocumentType;
  expiresOn: Day | null;
  createdById: number;
}

/** Inserts a document with its first file, without notifying anyone. */
export async function insertDocument(
  ctx: Ctx,
  { propertyId, unitId, leaseId, visibility, title, type, expiresOn, createdById }: NewDocument,
  upload: StoredUpload,
): Promise<DocumentRecord> {
  const document = (await ctx.db
    .insertInto("documents")
    .values({
      property_id: propertyId,
      unit_id: unitId,
      lease_id: leaseId,
      visibility,
      title,
      type,
      expires_on: expiresOn,
      created_by_id: createdById,
      created_at: ctx.now,
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow()) as DocumentRecord;
  await insertFile({ ...ctx, actor: { id: createdById } }, document, 1, upload);
  await audit(ctx, {
    action: "document.uploaded",
    subjectType: "document",
    subjectId: document.id,
    propertyId,
    details: { title, type, file: upload.name, visibility },
    actorName: "The portal",
  });
  publishDocumentChange(ctx, document);
  return document;
}
