import type { SignedInCtx } from "#server/http/context.ts";
import type { ActionType } from "../contract.ts";

export interface ActivityOf {
  id: number;
  property_id: number;
}

/**
 * Adds a link to the order's activity log in the transaction of the change. The database chains the hashes; see
 * link_work_order_activity() in the migration.
 */
export async function addActivity(
  ctx: SignedInCtx,
  order: ActivityOf,
  entry: {
    actionType: ActionType;
    message: string | null;
    internal?: boolean;
    details?: Record<string, unknown>;
  },
): Promise<{ id: number; created_at: Date }> {
  return ctx.db
    .insertInto("work_order_activity")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      action_type: entry.actionType,
      message: entry.message,
      internal: entry.internal ?? false,
      user_id: ctx.actor.id,
      user_name: ctx.actor.fullName,
      user_role: ctx.actor.role,
      details: JSON.stringify(entry.details ?? {}),
      // The trigger sets these; the columns have no default, so that no row can do without it.
      seq: 0,
      previous_hash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
    })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
}
