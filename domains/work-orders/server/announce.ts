import { sql } from "kysely";
import { notify } from "#domains/notifications/server/notify.ts";
import type { NewsKind } from "#domains/notifications/topics.ts";
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

/** Tells the reporter and the assignee as far as they may still see the order, but not whoever did it; nobody twice. */
export async function tellConcerned(
  ctx: SignedInCtx,
  order: Announced & { assignee_id: number | null },
  kind: NewsKind,
  text: string,
  options: { staffOnly?: boolean; also?: number[] } = {},
): Promise<void> {
  const concerned = [
    ...(options.staffOnly ? [] : [order.created_by_id]),
    order.assignee_id,
    ...(options.also ?? []),
  ];
  const others = [...new Set(concerned)].filter((id): id is number => id !== null && id !== ctx.actor.id);
  if (others.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select concerned.id from unnest(${others}::bigint[]) concerned (id), work_orders o
    where o.id = ${order.id} and ${isWithinReachOf("concerned.id", "o")}`.execute(ctx.db);
  const userIds = rows.map(({ id }) => id);
  if (userIds.length > 0)
    await notify(ctx, { userIds, kind, text, workOrderId: order.id, propertyId: order.property_id });
}
