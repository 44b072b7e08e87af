import { sql } from "kysely";
import { leasePlaceColumns } from "#domains/leases/server/members/place-columns.ts";
import type { Ctx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";
import type { LeasePlace } from "#shared/format/place.ts";

/** Notifies a property's landlords and all administrators, except the person who acted. */
export async function notifyManagers(
  ctx: Ctx,
  notification: Notification & { propertyId: number },
  actorId?: number,
): Promise<void> {
  const managers = await findManagers(ctx, notification.propertyId, { admins: "always", except: actorId });
  await notify(ctx, managers, notification);
}

/**
 * Returns the company and place for notifications about a lease's money. @throws Error if the lease doesn't
 * exist
 */
export async function findLeaseDetails(
  { db }: Pick<Ctx, "db">,
  leaseId: number,
): Promise<LeasePlace & { company: string }> {
  const { rows } = await sql<LeasePlace & { company: string }>`
    select c.name as company, ${leasePlaceColumns}
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId}`.execute(db);
  if (rows[0] === undefined) throw new Error("The lease of a payment does not exist.");
  return rows[0];
}
