import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { notifyOfDocument } from "../notifications/notify-of-document.ts";
import { publishDocumentChange } from "../publish-change.ts";
import { type DocumentRecord, recordSql } from "../read-document.ts";
import { clearText, queueTextExtraction } from "../search/extract-text.ts";

/**
 * Marks a waiting file as downloadable and notifies the people who can now read it. Does nothing if another
 * run was first.
 */
export async function markDownloadable(ctx: Ctx, fileId: number, scan: "clean" | "unscanned"): Promise<void> {
  const { rows } = await sql<DocumentRecord & { number: number; uploaded_by_id: number }>`
    with scanned as (update document_files set scan = ${scan} where id = ${fileId} and scan = 'waiting' returning *)
    select ${recordSql("d")}, scanned.number, scanned.uploaded_by_id
    from scanned join documents d on d.id = scanned.document_id`.execute(ctx.db);
  const [scannedDocument] = rows;
  if (scannedDocument === undefined) return;
  publishDocumentChange(ctx, scannedDocument);
  await queueTextExtraction(ctx.db);
  if (scannedDocument.number === scannedDocument.current_number)
    await notifyOfDocument(ctx, scannedDocument, {
      change: scannedDocument.number === 1 ? "added" : "new-file",
      actorId: scannedDocument.uploaded_by_id,
    });
}

/** A stored file and its document. */
export interface ScannedFile {
  documentId: number;
  key: string;
}

/**
 * Marks a file as infected. It can no longer be downloaded, nor can any restored copy. The uploaders and the
 * property's managers are notified with the names of the file and the document. Does nothing if another run
 * was first.
 */
export async function markInfected(ctx: Ctx, { documentId, key }: ScannedFile, virus: string): Promise<void> {
  // Waits for a concurrent restore of this file.
  const { rows: documents } = await sql<DocumentRecord>`
    select ${recordSql("d")} from documents d where d.id = ${documentId} for no key update`.execute(ctx.db);
  const { rows: files } = await sql<{ number: number; name: string; uploaded_by_id: number }>`
    update document_files set scan = 'infected'
    where document_id = ${documentId} and file_key = ${key} and scan in ('waiting', 'unscanned')
    returning number, name, uploaded_by_id`.execute(ctx.db);
  const [document] = documents;
  const [firstFile] = files.sort((a, b) => a.number - b.number);
  if (document === undefined || firstFile === undefined) return;
  if (files.some(({ number }) => number === document.current_number)) await clearText(ctx.db, documentId);
  publishDocumentChange(ctx, document);
  await audit(ctx, {
    action: "document.virus-found",
    subjectType: "document",
    subjectId: documentId,
    propertyId: document.property_id,
    actorName: "The portal",
    details: { title: document.title, file: firstFile.name, number: firstFile.number, virus },
  });
  const managers = await findManagers(ctx, document.property_id, { admins: "always" });
  await notify(ctx, [...files.map((file) => file.uploaded_by_id), ...managers], {
    kind: "document.virus-found",
    details: { documentId, title: document.title, file: firstFile.name },
    propertyId: document.property_id,
  });
}
