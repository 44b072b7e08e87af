import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentDocument } from "../changes/assert-current-document.ts";
import { updateDocument } from "../changes/update-document.ts";
import { lockDocument } from "../read-document.ts";

/**
 * Moves a document to the trash. It's no longer found, and people who can change it can restore it for 30
 * days.
 * @throws AppError not_found; forbidden; conflict when `expectedVersion` is outdated
 */
export async function trashDocument(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<void> {
  const document = await lockDocument(ctx, id);
  await assertCurrentDocument(ctx, document, expectedVersion);
  await updateDocument(ctx, document, { trashed_at: ctx.now, trashed_by_id: ctx.actor.id });
  await audit(ctx, {
    action: "document.trashed",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title },
  });
}
