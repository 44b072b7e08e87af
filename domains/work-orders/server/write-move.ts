import { sql } from "kysely";
import { newsInsert, publishUnreadCount } from "#domains/notifications/server/notify.ts";
import { prepared } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { type Status, statusLabel, statusLabels } from "../status.ts";
import { isWithinReachOf, workOrderScope } from "./access.ts";
import { announce } from "./announce.ts";
import { selectDetails, type WorkOrderDetails } from "./queries.ts";

/**
 * Writes a move in one statement: the order within reach and of the version seen, its entry in the log, the news for the
 * concerned, and the order as it stands then. Undefined when nothing was changed, for whatever reason. Dragging a card is
 * what people do most, and each statement less is felt.
 */
export async function writeMove(
  ctx: SignedInCtx,
  id: number,
  status: Status,
  seen: number | undefined,
): Promise<WorkOrderDetails | undefined> {
  const { actor, db, now } = ctx;
  const news = newsInsert(
    sql`select user_id, moved.* from moved cross join lateral (values (moved.created_by_id), (moved.assignee_id)) concerned (user_id)
        where user_id <> ${actor.id} and ${isWithinReachOf("concerned.user_id", "moved")}`,
    ctx,
    {
      kind: "work-order.status",
      text: sql<string>`(${`${workOrderNumber(id)} is now ${statusLabel(status)}: `} || title)`,
      workOrderId: sql<number>`id`,
      propertyId: sql<number>`property_id`,
    },
  );
  const statement = sql`
    with before as (
      select o.id, o.status from work_orders o
      where o.id = ${id} and o.deleted_at is null and ${workOrderScope(actor.reach, "write")}
        and o.status <> ${status} and (${seen ?? null}::integer is null or o.version = ${seen ?? null}::integer)
      for update of o
    ), moved as (
      update work_orders o set status = ${status}, completed_at = case when ${status} = 'completed' then ${now}::timestamptz end,
        updated_at = ${now}, version = o.version + 1
      from before where o.id = before.id returning o.*
    ), logged as (
      insert into work_order_activity (work_order_id, property_id, action_type, message, user_id, user_name, user_role, details,
        seq, previous_hash, hash)
      select moved.id, moved.property_id, 'status_changed',
        'Status changed from ' || (${JSON.stringify(statusLabels)}::jsonb ->> before.status) || ${` to ${statusLabel(status)}`},
        ${actor.id}, ${actor.fullName}, ${actor.role}, jsonb_build_object('from', before.status, 'to', ${status}::text), 0, '', ''
      from moved join before on before.id = moved.id
    ), told as (${news})
    select details.*, array(select user_id from told) as told from (${selectDetails(sql`moved`)}) details`.compile(
    db,
  );
  const { rows } = await prepared<WorkOrderDetails & { told: number[] }>(
    db,
    statement.sql,
    statement.parameters,
  );
  const moved = rows[0];
  if (moved === undefined) return undefined;
  publishUnreadCount(ctx, moved.told);
  announce(ctx, "work-order.changed", moved);
  return moved;
}
