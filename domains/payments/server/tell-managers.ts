import { managersOf } from "#domains/notifications/server/managers.ts";
import { type News, notify } from "#domains/notifications/server/notify.ts";
import type { Ctx } from "#server/http/context.ts";

/** Tells the landlords of a building and all administrators, but whoever did it. */
export async function tellManagers(
  ctx: Ctx,
  propertyId: number,
  { doneById, ...news }: Pick<News, "kind" | "text" | "link"> & { doneById?: number | undefined },
): Promise<void> {
  const userIds = await managersOf(ctx, propertyId, { admins: "always", but: doneById });
  await notify(ctx, { ...news, userIds, propertyId });
}
