import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/** What the caller means to do with the orders: a former tenant may still read own history, but not add to it. */
export type Purpose = "read" | "write";

/**
 * The orders within `reach` as a condition on `work_orders o` (requirements, "Reach"): a tenant's belong to the running
 * lease, never to the bare unit; those of a person nobody has approved yet are for the landlord and admins only.
 */
export function workOrderScope(reach: Reach, purpose: Purpose): RawBuilder<boolean> {
  const { caller, everywhere, propertyIds, leaseIds, userId } = reach;
  if (caller === "admin") return sql`true`;
  if (caller === "landlord") return sql`o.property_id = any(${propertyIds}::bigint[])`;
  if (caller === "maintenance")
    return everywhere
      ? sql`not o.awaiting_approval`
      : sql`(o.property_id = any(${propertyIds}::bigint[]) and not o.awaiting_approval)`;
  if (caller === "tenant")
    return purpose === "read"
      ? sql`(o.lease_id = any(${leaseIds}::bigint[]) or o.created_by_id = ${userId})`
      : sql`o.lease_id = any(${leaseIds}::bigint[])`;
  return purpose === "read" ? sql`o.created_by_id = ${userId}` : sql`false`;
}

/**
 * Whether the person under the name `person` may see the order under the name `order`, for those an order names and who
 * are told of it: a technician or landlord may have lost the building since. Tenants keep what they reported.
 */
export function isWithinReachOf(person: string, order: string): RawBuilder<boolean> {
  const place = sql.ref(`${order}.property_id`);
  return sql`exists (select from users told where told.id = ${sql.ref(person)} and told.state <> 'disabled' and case told.role
    when 'landlord' then exists (select from property_landlords l where l.user_id = told.id and l.property_id = ${place})
    when 'maintenance' then not ${sql.ref(`${order}.awaiting_approval`)} and (told.all_buildings
      or exists (select from property_staff s where s.user_id = told.id and s.property_id = ${place}))
    else true end)`;
}

/** The same for one live event: whether a stream with this reach may hear of it. */
export function mayHear(
  reach: Reach,
  order: {
    propertyId: number;
    leaseId: number | null;
    createdById: number;
    awaitingApproval: boolean;
    staffOnly: boolean;
  },
): boolean {
  switch (reach.caller) {
    case "admin":
      return true;
    case "landlord":
      return reach.propertyIds.includes(order.propertyId);
    case "maintenance":
      return !order.awaitingApproval && (reach.everywhere || reach.propertyIds.includes(order.propertyId));
    case "tenant":
      return (
        !order.staffOnly &&
        ((order.leaseId !== null && reach.leaseIds.includes(order.leaseId)) ||
          order.createdById === reach.userId)
      );
    case "pending":
      return !order.staffOnly && order.createdById === reach.userId;
  }
}
