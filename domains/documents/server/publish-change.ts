import type { Ctx } from "#server/http/context.ts";
import type { DocumentRecord } from "./read-document.ts";

type ChangedDocument = Pick<
  DocumentRecord,
  "id" | "property_id" | "lease_id" | "visibility" | "type" | "created_by_id" | "version"
>;

/**
 * After the commit, makes open pages that might show the document refetch. `before` sends the event also to
 * people who lose access.
 */
export function publishDocumentChange(
  ctx: Ctx,
  { id, version, property_id, lease_id, visibility, type, created_by_id }: ChangedDocument,
): void {
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "viewers",
      subject: "document",
      row: { property_id, lease_id, visibility, type, created_by_id },
      event: { kind: "document.changed", id, version, propertyId: property_id, leaseId: lease_id },
    }),
  );
}
