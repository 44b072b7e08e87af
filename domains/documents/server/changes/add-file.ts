import { sql } from "kysely";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { addFile as addFileEndpoint, Document } from "../../contract.ts";
import { notifyOfDocument } from "../notifications/notify-of-document.ts";
import { lockDocument, readDocument } from "../read-document.ts";
import { insertFile } from "../uploads/insert-file.ts";
import { assertWithinQuota } from "../uploads/quota.ts";
import type { StoredUpload } from "../uploads/store-file.ts";
import { updateDocument } from "./update-document.ts";

const maxFiles = 50;

/**
 * Adds a file to a document and makes it the current one. Earlier files are kept. Of two concurrent uploads,
 * the later one becomes current, so no version is required and no upload is lost.
 * @throws AppError not_found; forbidden; conflict when there are already 50 files or the lease has no storage
 * left
 */
export async function addFile(
  ctx: SignedInCtx,
  id: number,
  { expiresOn }: BodyOf<typeof addFileEndpoint>,
  upload: StoredUpload,
): Promise<Document> {
  const document = await lockDocument(ctx, id);
  const number = await getNextFileNumber(ctx, id);
  if (document.lease_id !== null) await assertWithinQuota(ctx, document.lease_id, upload.file.bytes);
  await insertFile(ctx, document, number, upload);
  const before = { expiresOn: document.expires_on };
  const after = { expiresOn: expiresOn === undefined ? document.expires_on : expiresOn || null };
  await updateDocument(ctx, document, { current_number: number, expires_on: after.expiresOn });
  await audit(ctx, {
    action: "document.version-added",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: {
      title: document.title,
      file: upload.name,
      number,
      changes: diffFields(before, after, ["expiresOn"]),
    },
  });
  await notifyOfDocument(ctx, document, { change: "new-file", actorId: ctx.actor.id });
  return readDocument(ctx, id);
}

/**
 * Returns the number of the next file of a locked document.
 * @throws AppError conflict when it already has 50
 */
export async function getNextFileNumber({ db }: SignedInCtx, id: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select max(number) as last from document_files where document_id = ${id}`.execute(db);
  const lastNumber = rows[0]?.last ?? 0;
  if (lastNumber >= maxFiles)
    throw conflict(
      `This document has reached the limit of ${maxFiles} versions. Upload a new document instead.`,
    );
  return lastNumber + 1;
}
