import { addActivity } from "#domains/work-orders/server/activity.ts";
import { publishOrderChange } from "#domains/work-orders/server/publish-change.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/** Takes the unfinished orders that nobody of a team has taken back from it, with a reason in their logs. Returns how many. */
export async function releaseOrders(ctx: SignedInCtx, teamId: number, reason: string): Promise<number> {
  const waiting = await ctx.db
    .updateTable("work_orders")
    .set((row) => ({ team_id: null, updated_at: ctx.now, version: row("version", "+", 1) }))
    .where("team_id", "=", teamId)
    .where("assignee_id", "is", null)
    .where("deleted_at", "is", null)
    .where("status", "in", unfinishedStatuses)
    .returningAll()
    .execute();
  for (const order of waiting) {
    await addActivity(ctx, order, { actionType: "assigned", particulars: { from: null, to: null, reason } });
    publishOrderChange(ctx, "work-order.changed", order);
  }
  return waiting.length;
}
