import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import { workOrderScope } from "./access.ts";
import { idList, type ListQuery } from "./list-filters.ts";

/**
 * A share of the caller's reach that one index holds in the order of the list; the shares of a reach have no order in
 * common. Merged, they give the list without reading more of each than a page.
 */
export interface Part {
  /** The share as one condition. */
  all: RawBuilder<unknown>;
  /** When it is made of several buildings or leases, each of which has its own place in the index. */
  of?: { ids: readonly number[]; column: "property_id" | "lease_id"; and: RawBuilder<unknown> };
}

export function partsOf(reach: Reach, query: ListQuery): Part[] {
  const { caller, everywhere, propertyIds, leaseIds, userId } = reach;
  const whole = { all: workOrderScope(reach, "read") };
  if (caller === "pending" || everywhere) return [whole];
  if (caller === "tenant")
    return [
      {
        all: sql`o.lease_id in (${sql.join(idList(leaseIds))})`,
        of: { ids: leaseIds, column: "lease_id", and: sql`true` },
      },
      {
        // Own history beside the running leases: former tenancies, and what was reported before the first one.
        all: sql`(o.created_by_id = ${userId} and (o.lease_id is null or o.lease_id <> all(${leaseIds}::bigint[])))`,
      },
    ];
  // One building, one unit or lease, or one person's orders, are in order already.
  const { propertyId, unitId, leaseId, assignee } = query;
  if ([propertyId, unitId, leaseId, assignee].some((value) => value !== undefined)) return [whole];
  const and = caller === "maintenance" ? sql`not o.awaiting_approval` : sql`true`;
  return [{ ...whole, of: { ids: propertyIds, column: "property_id", and } }];
}
