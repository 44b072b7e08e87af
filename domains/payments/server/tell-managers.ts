import { sql } from "kysely";
import { notify } from "#domains/notifications/server/notify.ts";
import type { NewsKind } from "#domains/notifications/topics.ts";
import type { Ctx } from "#server/http/context.ts";

/** Tells the landlords of a building and all administrators, but whoever did it. */
export async function tellManagers(
  ctx: Ctx,
  propertyId: number,
  { kind, text, doneById }: { kind: NewsKind; text: string; doneById?: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.state = 'active' and (u.role = 'admin' or (u.role = 'landlord' and exists (
      select from property_landlords l where l.user_id = u.id and l.property_id = ${propertyId})))
    order by u.id`.execute(ctx.db);
  await notify(ctx, {
    userIds: rows.map(({ id }) => id).filter((id) => id !== doneById),
    kind,
    text,
    propertyId,
  });
}
