import { sql } from "kysely";
import type { NotificationContent } from "#domains/notifications/kinds.ts";
import { everyViewer, viewerFor } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { workOrderScope } from "./access.ts";
import type { WorkOrderRecord } from "./queries.ts";

type ChangedWorkOrder = Pick<
  WorkOrderRecord,
  "id" | "property_id" | "lease_id" | "created_by_id" | "awaiting_approval" | "version"
>;

/** After the commit, notifies every open page that shows the work order. */
export function publishWorkOrderChange(
  ctx: SignedInCtx,
  kind: Extract<LiveEvent["kind"], `work-order.${string}`>,
  { id, version, property_id, lease_id, created_by_id, awaiting_approval }: ChangedWorkOrder,
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

/**
 * Notifies the requester, the assignee, and the watchers who still have access, except the person who acted.
 */
export async function notifyParticipants(
  ctx: SignedInCtx,
  order: ChangedWorkOrder & { assignee_id: number | null },
  content: NotificationContent,
  options: { staffOnly?: boolean; additionalUserIds?: number[]; exceptName?: string } = {},
): Promise<void> {
  const participants = [
    ...(options.staffOnly ? [] : [order.created_by_id]),
    order.assignee_id,
    ...(options.additionalUserIds ?? []),
  ];
  await notifyPeople(ctx, order, participants, content, options);
}

/**
 * Notifies these people and the watchers who still have access, except the person who acted. `staffOnly`
 * excludes tenants, `excludesWatchers` the watchers, and `exceptName` the person who acted on someone else's
 * device.
 */
export async function notifyPeople(
  ctx: SignedInCtx,
  order: Pick<ChangedWorkOrder, "id" | "property_id">,
  userIds: readonly (number | null)[],
  content: NotificationContent,
  {
    staffOnly = false,
    excludesWatchers = false,
    exceptName = "",
  }: { staffOnly?: boolean; excludesWatchers?: boolean; exceptName?: string } = {},
): Promise<void> {
  const recipients = [...new Set(userIds)].filter((id) => id !== null);
  const { rows } = await sql<{ id: number }>`
    select viewer.user_id as id
    from work_orders o, (
        select unnest(${recipients}::bigint[])
        union select w.user_id from work_order_watchers w where w.work_order_id = ${order.id} and not ${excludesWatchers}::boolean
      ) recipients (id), ${viewerFor(sql`recipients.id`)}
    where viewer.user_id <> ${ctx.actor.id}
      and not exists (select from users u where u.id = viewer.user_id and u.full_name = ${exceptName}) and o.id = ${order.id} and ${workOrderScope(everyViewer)}
      ${staffOnly ? sql`and viewer.effective_role not in ('tenant', 'pending')` : sql``}`.execute(ctx.db);
  await notify(
    ctx,
    rows.map(({ id }) => id),
    { ...content, propertyId: order.property_id },
  );
}
