import type { Ctx } from "#server/http/context.ts";
import type { DocumentRecord } from "./read-document.ts";

type ChangedDocument = Pick<
  DocumentRecord,
  "id" | "property_id" | "lease_id" | "visibility" | "type" | "created_by_id" | "version"
>;

/**
 * After the commit, makes open pages that might show the document refetch. If people lose access, call it
 * with both the old and the new values, so that their pages refetch too.
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
