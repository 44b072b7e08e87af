import type { Ctx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";

/** Notifies the landlords of a building and all administrators, except the person who acted. */
export async function notifyManagers(
  ctx: Ctx,
  notification: Notification & { propertyId: number },
  doneById?: number,
): Promise<void> {
  const managers = await managersOf(ctx, notification.propertyId, { admins: "always", but: doneById });
  await notify(ctx, managers, notification);
}
