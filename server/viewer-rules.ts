import { type RawBuilder, sql } from "kysely";
import { documentScope } from "#domains/documents/server/access.ts";
import { leaseScope } from "#domains/leases/server/access.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { everyViewer } from "./access/viewer.ts";
import type { LiveRules } from "./live/streams.ts";

/** The access rules of the domains, for live events. */
export const liveRules: LiveRules = {
  "work-order": {
    table: (row) => sql`jsonb_populate_record(null::work_orders, ${row}) o`,
    rule: workOrderScope(everyViewer),
  },
  document: {
    table: (row) => sql`jsonb_populate_record(null::documents, ${row}) d`,
    rule: documentScope(everyViewer),
  },
  property: {
    table: (row) => sql`jsonb_populate_record(null::properties, ${row}) p`,
    rule: propertyScope(everyViewer),
  },
  lease: {
    // Only drafts can be deleted.
    table: (row) => sql`(
      select deleted.id, deleted.property_id, coalesce(kept.state, 'draft') as state
      from jsonb_populate_record(null::leases, ${row}) deleted left join leases kept on kept.id = deleted.id) l`,
    rule: leaseScope(everyViewer),
  },
};

/**
 * Whether the record of a notification (alias `notified`) still exists and the viewer (`access_scopes
 * viewer`) can see it.
 */
export const canSeeNotifiedRecord: RawBuilder<boolean> = sql`(
  (notified.work_order_id is null or exists (select from work_orders o
    where o.id = notified.work_order_id and o.deleted_at is null and ${workOrderScope(everyViewer)}))
  and (notified.document_id is null or exists (select from documents d
    where d.id = notified.document_id and d.trashed_at is null and ${documentScope(everyViewer)})))`;
