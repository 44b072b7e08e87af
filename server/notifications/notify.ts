import { type RawBuilder, sql } from "kysely";
import { kinds, type NotificationContent, type NotificationKind } from "#domains/notifications/kinds.ts";
import { topics } from "#domains/notifications/topics.ts";
import type { Role } from "#shared/permissions.ts";
import type { Ctx } from "../http/context.ts";
import { enqueuePushes } from "./enqueue-pushes.ts";

export type Notification = NotificationContent & {
  propertyId?: number;
  /** The path the notification links to, such as `/leases/7`. Defaults to the work order or document. */
  link?: string;
};

/**
 * Notifies people in the bell menu, by email, and by push, according to their preferences (NAV-31). Writes
 * one row per person in the transaction of the change, and makes open pages refetch their unread counts after
 * the commit. If another transaction is ending a device's session, waits for it and skips the device.
 */
export async function notify(
  ctx: Ctx,
  recipients: readonly number[],
  notification: Notification,
): Promise<void> {
  if (recipients.length === 0) return;
  const { kind, details, propertyId, link } = notification;
  const workOrderId = "workOrderId" in details ? details.workOrderId : null;
  const documentId = "documentId" in details ? details.documentId : null;
  const { rows } = await sql<{ user_id: number; subscription_ids: number[] }>`
    with devices as (
      select preferred.user_id, s.id from (${selectPreferences(recipients, kind)}) preferred
      join push_subscriptions s on s.user_id = preferred.user_id where preferred.by_push
      order by s.id for key share of s
    ), written as (
      insert into notifications (user_id, property_id, work_order_id, document_id, kind, details, link, created_at, in_portal, by_email)
      select user_id, ${propertyId ?? null}, ${workOrderId}, ${documentId}, ${kind}, ${JSON.stringify(details)}::jsonb,
        ${link ?? null}, ${ctx.now}, in_portal, by_email
      from (
        select user_id, in_portal, by_email and not ${"sendsOwnEmail" in kinds[kind]} as by_email
        from (${selectPreferences(recipients, kind)}) preferred
      ) preferred
      where in_portal or by_email or user_id in (select user_id from devices)
      returning id, user_id
    ), waiting as (
      insert into pending_pushes (subscription_id, notification_id)
      select devices.id, written.id from written join devices on devices.user_id = written.user_id
    )
    select user_id, array(select id from devices where devices.user_id = written.user_id) as subscription_ids
    from written`.execute(ctx.db);
  for (const { subscription_ids: ids } of rows) for (const id of ids) await enqueuePushes(ctx.db, id);
  publishUnreadCount(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
}

/**
 * Selects the channels on which each of these people wants notifications of this kind. Disabled people get
 * none. Unconfirmed addresses get no emails because they might belong to a stranger.
 */
function selectPreferences(userIds: readonly number[], kind: NotificationKind): RawBuilder<unknown> {
  const { topic } = kinds[kind];
  const emailedTo: readonly Role[] = topic === "account" ? [] : topics[topic].emailedTo;
  return sql`
    select u.id as user_id, coalesce(chosen.in_portal, true) as in_portal,
      coalesce(chosen.by_push, u.role = any(${[...emailedTo]}::text[]) or ${topic === "account"}) as by_push,
      coalesce(chosen.by_email, u.role = any(${[...emailedTo]}::text[])) and u.email_confirmed_at is not null as by_email
    from users u left join notification_preferences chosen on chosen.user_id = u.id and chosen.topic = ${topic}
    where u.id = any(${[...userIds]}::bigint[]) and u.state <> 'disabled'`;
}

/**
 * Returns which of these people want emails of this kind, for code that sends the email itself
 * (`sendsOwnEmail`).
 */
export async function findEmailRecipients(
  { db }: Ctx,
  kind: NotificationKind,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (${selectPreferences(userIds, kind)}) preferred where by_email`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Makes these people's open pages refetch their unread count after the commit. */
export function publishUnreadCount(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "notification", userIds: [...userIds] }));
}
