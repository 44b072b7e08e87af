import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Document } from "../contract.ts";
import { changeRecord } from "./change-record.ts";
import { lockDocument, readDocument } from "./read-document.ts";
import { refuseStale } from "./refuse-stale.ts";

/**
 * Restores a document from the trash, unchanged.
 * @throws AppError not_found when it is not in the trash; conflict when `seen` is an old version
 */
export async function takeBackDocument(
  ctx: SignedInCtx,
  id: number,
  seen: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id, "trash");
  await refuseStale(ctx, document, seen);
  await changeRecord(ctx, document, { trashed_at: null, trashed_by_id: null });
  await audit(ctx, {
    action: "document.taken-back",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title },
  });
  return readDocument(ctx, id);
}
