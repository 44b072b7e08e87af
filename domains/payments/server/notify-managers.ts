import { managersOf } from "#domains/notifications/server/managers.ts";
import { type Notification, notify } from "#domains/notifications/server/notify.ts";
import type { Ctx } from "#server/http/context.ts";

/** Notifies the landlords of a building and all administrators, but whoever did it. */
export async function notifyManagers(
  ctx: Ctx,
  notification: Notification & { propertyId: number },
  doneById?: number,
): Promise<void> {
  const managers = await managersOf(ctx, notification.propertyId, { admins: "always", but: doneById });
  await notify(ctx, managers, notification);
}
