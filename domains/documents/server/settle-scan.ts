import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { forgetText, queueTexts } from "./extract-text.ts";
import { notifyOfDocument } from "./notify-of-document.ts";
import { publishDocumentChange } from "./publish-change.ts";
import { type DocumentRecord, recordOf } from "./read-document.ts";

/** Marks a waiting file as downloadable and notifies those it concerns; does nothing when another run was first. */
export async function settleToHave(ctx: Ctx, fileId: number, scan: "clean" | "unscanned"): Promise<void> {
  const { rows } = await sql<DocumentRecord & { number: number; uploaded_by_id: number }>`
    with settled as (update document_files set scan = ${scan} where id = ${fileId} and scan = 'waiting' returning *)
    select ${recordOf("d")}, settled.number, settled.uploaded_by_id
    from settled join documents d on d.id = settled.document_id`.execute(ctx.db);
  const [settled] = rows;
  if (settled === undefined) return;
  publishDocumentChange(ctx, settled);
  await queueTexts(ctx.db);
  if (settled.number === settled.current_number)
    await notifyOfDocument(ctx, settled, {
      what: settled.number === 1 ? "added" : "new-file",
      byId: settled.uploaded_by_id,
    });
}

/** A file with the fields of its row. */
export interface FileToSettle {
  documentId: number;
  key: string;
}

/**
 * Marks a file as infected: nobody can download it from now on, nor any restored copy. Its uploaders and those who run the
 * building are notified, with the names of the file and the document. Does nothing when another run was first.
 */
export async function settleInfected(
  ctx: Ctx,
  { documentId, key }: FileToSettle,
  virus: string,
): Promise<void> {
  // Waits for whoever restores it at this moment.
  const { rows: documents } = await sql<DocumentRecord>`
    select ${recordOf("d")} from documents d where d.id = ${documentId} for no key update`.execute(ctx.db);
  const { rows: files } = await sql<{ number: number; name: string; uploaded_by_id: number }>`
    update document_files set scan = 'infected'
    where document_id = ${documentId} and file_key = ${key} and scan in ('waiting', 'unscanned')
    returning number, name, uploaded_by_id`.execute(ctx.db);
  const [document] = documents;
  const [first] = files.sort((a, b) => a.number - b.number);
  if (document === undefined || first === undefined) return;
  if (files.some(({ number }) => number === document.current_number)) await forgetText(ctx.db, documentId);
  publishDocumentChange(ctx, document);
  await audit(ctx, {
    action: "document.found-infected",
    subjectType: "document",
    subjectId: documentId,
    propertyId: document.property_id,
    actorName: "The portal",
    details: { title: document.title, file: first.name, number: first.number, virus },
  });
  const managers = await managersOf(ctx, document.property_id, { admins: "always" });
  await notify(ctx, [...files.map((file) => file.uploaded_by_id), ...managers], {
    kind: "document.found-infected",
    particulars: { documentId, title: document.title, file: first.name },
    propertyId: document.property_id,
  });
}
