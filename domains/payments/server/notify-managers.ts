import type { Ctx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";

/** Notifies a property's landlords and all administrators, except the person who acted. */
export async function notifyManagers(
  ctx: Ctx,
  notification: Notification & { propertyId: number },
  actorId?: number,
): Promise<void> {
  const managers = await findManagers(ctx, notification.propertyId, { admins: "always", except: actorId });
  await notify(ctx, managers, notification);
}
