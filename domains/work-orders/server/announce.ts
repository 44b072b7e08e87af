import { sql } from "kysely";
import type { NotificationContent } from "#domains/notifications/kinds.ts";
import { notify } from "#domains/notifications/server/notify.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { LiveMessage } from "#server/live/bus.ts";
import { isWithinReachOf } from "./access.ts";
import type { WorkOrderRecord } from "./queries.ts";

type Kind = Extract<LiveMessage, { to: "work-order" }>["kind"];
type Announced = Pick<
  WorkOrderRecord,
  "id" | "property_id" | "lease_id" | "created_by_id" | "awaiting_approval" | "version"
>;

/** Moves the order on every open board that may show it, after the commit. */
export function announce(ctx: SignedInCtx, kind: Kind, order: Announced, staffOnly = false): void {
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "work-order",
      kind,
      id: order.id,
      version: order.version,
      propertyId: order.property_id,
      leaseId: order.lease_id,
      createdById: order.created_by_id,
      awaitingApproval: order.awaiting_approval,
      staffOnly,
    }),
  );
}

/** Notifies the reporter and the assignee as far as they may still see the order, but not whoever did it. */
export async function notifyParticipants(
  ctx: SignedInCtx,
  order: Announced & { assignee_id: number | null },
  content: NotificationContent,
  options: { staffOnly?: boolean; also?: number[] } = {},
): Promise<void> {
  const participants = [
    ...(options.staffOnly ? [] : [order.created_by_id]),
    order.assignee_id,
    ...(options.also ?? []),
  ];
  const others = [...new Set(participants)].filter((id): id is number => id !== null && id !== ctx.actor.id);
  if (others.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select participant.id from unnest(${others}::bigint[]) participant (id), work_orders o
    where o.id = ${order.id} and ${isWithinReachOf("participant.id", "o")}`.execute(ctx.db);
  await notify(
    ctx,
    rows.map(({ id }) => id),
    { ...content, propertyId: order.property_id },
  );
}
