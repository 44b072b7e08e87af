import { sql } from "kysely";
import { notify } from "#domains/notifications/server/notify.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/** Tells those who may review that a confirmation waits: the landlords of the building, and all admins. */
export async function tellReviewers(ctx: SignedInCtx, propertyId: number, text: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.state = 'active' and u.id <> ${ctx.actor.id} and (u.role = 'admin'
      or (u.role = 'landlord' and exists (
        select from property_landlords l where l.user_id = u.id and l.property_id = ${propertyId})))
    order by u.id`.execute(ctx.db);
  await notify(ctx, { userIds: rows.map(({ id }) => id), kind: "payment.to-review", text, propertyId });
}
