import type { SignedInCtx } from "#server/http/context.ts";
import { recordEvent } from "#server/webhooks/record-event.ts";
import type { ActivityContent } from "../activity-text.ts";

export interface ActivityOf {
  id: number;
  property_id: number;
}

/**
 * Adds an entry to the order's activity log in the transaction of the change, and tells webhooks of it. The database chains the hashes; see
 * link_work_order_activity() in the migration.
 */
export async function addActivity(
  ctx: SignedInCtx,
  order: ActivityOf,
  /** `byPortal`: nobody did it, such as an assignment by a rule. */
  entry: ActivityContent & { internal?: boolean; byPortal?: boolean },
): Promise<{ id: number; created_at: Date; happened_at: Date | null }> {
  const actor = entry.byPortal === true ? null : ctx.actor;
  const isLate = actor !== null && ctx.happenedAt.getTime() !== ctx.now.getTime();
  const added = await ctx.db
    .insertInto("work_order_activity")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      action_type: entry.actionType,
      particulars: JSON.stringify(entry.particulars),
      internal: entry.internal ?? false,
      user_id: actor?.id ?? null,
      user_name: actor?.fullName ?? null,
      user_role: actor?.role ?? null,
      created_at: ctx.now,
      happened_at: isLate ? ctx.happenedAt : null,
      // The trigger sets these; the columns have no default, so that no row can bypass it.
      seq: 0,
      previous_hash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
    })
    .returning(["id", "created_at", "happened_at"])
    .executeTakeFirstOrThrow();
  await recordEvent(ctx, {
    kind: `work-order.${entry.actionType.replaceAll("_", "-")}`,
    subject: { kind: "work-order", id: String(order.id) },
    propertyId: order.property_id,
    details: {
      ...entry.particulars,
      internal: entry.internal ?? false,
      ...(isLate ? { happenedAt: ctx.happenedAt.toISOString() } : {}),
    },
  });
  return added;
}
