import { sql } from "kysely";
import type { NotificationContent } from "#domains/notifications/kinds.ts";
import { everyViewer, viewerOf } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { workOrderScope } from "./access.ts";
import type { WorkOrderRecord } from "./queries.ts";

type Changed = Pick<
  WorkOrderRecord,
  "id" | "property_id" | "lease_id" | "created_by_id" | "awaiting_approval" | "version"
>;

/** Updates the order on every open board that may show it, after the commit. */
export function publishOrderChange(
  ctx: SignedInCtx,
  kind: Extract<LiveEvent["kind"], `work-order.${string}`>,
  { id, version, property_id, lease_id, created_by_id, awaiting_approval }: Changed,
  staffOnly = false,
): void {
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "viewers",
      subject: "work-order",
      row: { property_id, lease_id, created_by_id, awaiting_approval },
      event: { kind, id, version, propertyId: property_id, leaseId: lease_id },
      staffOnly,
    }),
  );
}

/** Notifies the reporter, the assignee and the watchers if they may still see the order, but not the person who acted. */
export async function notifyParticipants(
  ctx: SignedInCtx,
  order: Changed & { assignee_id: number | null },
  content: NotificationContent,
  options: { staffOnly?: boolean; also?: number[] } = {},
): Promise<void> {
  const participants = [
    ...(options.staffOnly ? [] : [order.created_by_id]),
    order.assignee_id,
    ...(options.also ?? []),
  ];
  await notifyThose(ctx, order, participants, content, options);
}

/**
 * Notifies those of these people and of the watchers who may still see the order, but not the person who acted; with
 * `staffOnly`, no tenants, and with `personal`, no watchers.
 */
export async function notifyThose(
  ctx: SignedInCtx,
  order: Pick<Changed, "id" | "property_id">,
  people: readonly (number | null)[],
  content: NotificationContent,
  { staffOnly = false, personal = false }: { staffOnly?: boolean; personal?: boolean } = {},
): Promise<void> {
  const concerned = [...new Set(people)].filter((id) => id !== null);
  const { rows } = await sql<{ id: number }>`
    select viewer.user_id as id
    from work_orders o, (
        select unnest(${concerned}::bigint[])
        union select w.user_id from work_order_watchers w where w.work_order_id = ${order.id} and not ${personal}::boolean
      ) concerned (id), ${viewerOf(sql`concerned.id`)}
    where viewer.user_id <> ${ctx.actor.id} and o.id = ${order.id} and ${workOrderScope(everyViewer)}
      ${staffOnly ? sql`and viewer.effective_role not in ('tenant', 'pending')` : sql``}`.execute(ctx.db);
  await notify(
    ctx,
    rows.map(({ id }) => id),
    { ...content, propertyId: order.property_id },
  );
}
