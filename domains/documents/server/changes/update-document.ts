import type { Updateable } from "kysely";
import type { DocumentsTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { publishDocumentChange } from "../publish-change.ts";
import { type DocumentRecord, recordColumns } from "../read-document.ts";

/**
 * Updates a locked document and increments its version. Publishes the change for both the old and the new
 * record, so that people who lose access receive the event too.
 */
export async function updateDocument(
  ctx: SignedInCtx,
  document: DocumentRecord,
  values: Updateable<DocumentsTable>,
): Promise<void> {
  const updatedRow = await ctx.db
    .updateTable("documents")
    .set({ ...values, version: document.version + 1 })
    .where("id", "=", document.id)
    .returning(recordColumns)
    .executeTakeFirstOrThrow();
  publishDocumentChange(ctx, { ...document, version: updatedRow.version });
  const updatedDocument = updatedRow as DocumentRecord;
  const hasAudienceChanged =
    updatedDocument.visibility !== document.visibility ||
    updatedDocument.type !== document.type ||
    updatedDocument.lease_id !== document.lease_id;
  if (hasAudienceChanged) publishDocumentChange(ctx, updatedDocument);
}
