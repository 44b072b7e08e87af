import type { Ctx } from "#server/http/context.ts";
import type { DocumentRecord } from "./read-document.ts";

type Announced = Pick<
  DocumentRecord,
  "id" | "property_id" | "lease_id" | "visibility" | "type" | "created_by_id" | "version"
>;

/** Open pages that may show the document fetch again, after the commit. Who loses it hears of it as it was. */
export function announceDocument(ctx: Ctx, document: Announced): void {
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "document",
      kind: "document.changed",
      id: document.id,
      version: document.version,
      propertyId: document.property_id,
      leaseId: document.lease_id,
      visibility: document.visibility,
      type: document.type,
      createdById: document.created_by_id,
    }),
  );
}
