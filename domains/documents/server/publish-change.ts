import type { Ctx } from "#server/http/context.ts";
import type { DocumentRecord } from "./read-document.ts";

type Changed = Pick<
  DocumentRecord,
  "id" | "property_id" | "lease_id" | "visibility" | "type" | "created_by_id" | "version"
>;

/** After the commit, open pages that may show the document fetch again. `before` lets those who lose it receive the event. */
export function publishDocumentChange(
  ctx: Ctx,
  { id, version, property_id, lease_id, visibility, type, created_by_id }: Changed,
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
