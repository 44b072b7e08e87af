import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";

/** When work order `o` was reported, even if a phone sent the report later. */
export const reportedAt = sql<Date>`coalesce((select report.happened_at from work_order_activity report
  where report.work_order_id = o.id and report.action_type = 'created' limit 1), o.created_at)`;

/**
 * Moves `ctx.happenedAt` forward if it's before the user got access or the work order was reported, because a
 * phone can't have known of the work order earlier. The report might have been made offline too.
 */
export async function boundHappenedAt(ctx: SignedInCtx, orderId: number | null): Promise<void> {
  if (ctx.happenedAt >= ctx.now) return;
  const { rows } = await sql<{ earliest: Date }>`
    select greatest(u.access_since, ${reportedAt}) as earliest from users u left join work_orders o on o.id = ${orderId}
    where u.id = ${ctx.actor.id}`.execute(ctx.db);
  const earliest = rows[0]?.earliest ?? ctx.now;
  if (ctx.happenedAt < earliest) ctx.happenedAt = earliest < ctx.now ? earliest : ctx.now;
}
