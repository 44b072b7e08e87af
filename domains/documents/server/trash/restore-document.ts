import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Document } from "../../contract.ts";
import { assertCurrentDocument } from "../changes/assert-current-document.ts";
import { updateDocument } from "../changes/update-document.ts";
import { lockDocument, readDocument } from "../read-document.ts";

/**
 * Restores a document from the trash, unchanged.
 * @throws AppError not_found when it isn't in the trash; conflict when `expectedVersion` is outdated
 */
export async function restoreDocument(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id, "trash");
  await assertCurrentDocument(ctx, document, expectedVersion);
  await updateDocument(ctx, document, { trashed_at: null, trashed_by_id: null });
  await audit(ctx, {
    action: "document.restored",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title },
  });
  return readDocument(ctx, id);
}
