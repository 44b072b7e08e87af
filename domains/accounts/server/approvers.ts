import { sql } from "kysely";
import { notify } from "#domains/notifications/server/notify.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";

/** Who may decide on a claim: the landlords of the property, and all admins. */
async function approversOf(db: Db, propertyId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.state = 'active' and (u.role = 'admin'
      or (u.role = 'landlord' and exists (
        select 1 from property_landlords l where l.user_id = u.id and l.property_id = ${propertyId})))
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Tells those who may decide that somebody waits for them. */
export async function askApprovers(
  ctx: Ctx,
  { text, propertyId }: { text: string; propertyId: number | null },
): Promise<void> {
  const userIds = await approversOf(ctx.db, propertyId);
  await notify(ctx, {
    userIds,
    kind: "approval.waiting",
    text,
    ...(propertyId === null ? {} : { propertyId }),
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}

/** Lets the lists of those who may decide read again, as somebody has decided. */
export async function refreshApprovers(ctx: Ctx, propertyId: number | null): Promise<void> {
  const userIds = await approversOf(ctx.db, propertyId);
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}
