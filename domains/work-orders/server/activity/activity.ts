import type { SignedInCtx } from "#server/http/context.ts";
import { recordEvent } from "#server/webhooks/record-event.ts";
import type { ActivityContent } from "../../activity-text.ts";

export interface ActivitySubject {
  id: number;
  property_id: number;
}

/**
 * Adds an activity log entry in the transaction of the change and notifies webhooks. The database chains the
 * hashes (see link_work_order_activity() in the migration).
 */
export async function addActivity(
  ctx: SignedInCtx,
  order: ActivitySubject,
  /** `isByPortal`: the portal acted rather than a person, such as when a rule assigns the work order. */
  entry: ActivityContent & { internal?: boolean; isByPortal?: boolean },
): Promise<{ id: number; created_at: Date; happened_at: Date | null }> {
  const actor = entry.isByPortal === true ? null : ctx.actor;
  const isLate = actor !== null && ctx.happenedAt.getTime() !== ctx.now.getTime();
  const addedEntry = await ctx.db
    .insertInto("work_order_activity")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      action_type: entry.actionType,
      details: JSON.stringify(entry.details),
      internal: entry.internal ?? false,
      user_id: actor?.id ?? null,
      user_name: actor?.fullName ?? null,
      user_role: actor?.role ?? null,
      created_at: ctx.now,
      happened_at: isLate ? ctx.happenedAt : null,
      // Set by the trigger. The columns have no default, so no row can bypass it.
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
      ...entry.details,
      internal: entry.internal ?? false,
      ...(isLate ? { happenedAt: ctx.happenedAt.toISOString() } : {}),
    },
  });
  return addedEntry;
}
