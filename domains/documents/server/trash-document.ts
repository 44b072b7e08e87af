import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { changeRecord } from "./change-record.ts";
import { lockDocument } from "./read-document.ts";
import { refuseStale } from "./refuse-stale.ts";

/**
 * Moves a document to the trash: nobody finds it any more, and those who may change it can restore it for 30 days.
 * @throws AppError not_found; forbidden; conflict when `seen` is an old version
 */
export async function trashDocument(ctx: SignedInCtx, id: number, seen: number | undefined): Promise<void> {
  const document = await lockDocument(ctx, id);
  await refuseStale(ctx, document, seen);
  await changeRecord(ctx, document, { trashed_at: ctx.now, trashed_by_id: ctx.actor.id });
  await audit(ctx, {
    action: "document.trashed",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title },
  });
}
