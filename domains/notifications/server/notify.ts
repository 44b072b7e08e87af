import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import { kinds, type NotificationContent, type NotificationKind, notificationText } from "../kinds.ts";
import { topics } from "../topics.ts";

export type Notification = NotificationContent & {
  propertyId?: number | undefined;
  /** Where it leads within the portal, such as `/leases/7`; without one to the work order or document. */
  link?: string;
};

/**
 * Notifies people (NAV-31): a row each in the transaction of the change, for the bell, the mailbox or both as each of them
 * prefers, and the new unread counts after the commit. Nobody is notified twice.
 */
export async function notify(
  ctx: Ctx,
  recipients: readonly number[],
  notification: Notification,
): Promise<void> {
  if (recipients.length === 0) return;
  const { kind, particulars, propertyId, link } = notification;
  const workOrderId = "workOrderId" in particulars ? particulars.workOrderId : null;
  const documentId = "documentId" in particulars ? particulars.documentId : null;
  const { rows } = await sql<{ user_id: number }>`
    insert into notifications (user_id, property_id, work_order_id, document_id, kind, text, link, created_at, in_portal, by_mail)
    select user_id, ${propertyId ?? null}, ${workOrderId}, ${documentId}, ${kind}, ${notificationText(notification)},
      ${link ?? null}, ${ctx.now}, in_portal, by_mail
    from (
      select user_id, in_portal, by_mail and not ${"hasOwnMail" in kinds[kind]} as by_mail
      from (${preferencesOf(recipients, kind)}) preferred
    ) preferred
    where in_portal or by_mail
    returning user_id`.execute(ctx.db);
  publishUnreadCount(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
}

interface NewsInSql {
  kind: NotificationKind;
  /** Expressions over what `people` selects. */
  text: RawBuilder<string>;
  workOrderId?: RawBuilder<number | null>;
  documentId?: RawBuilder<number | null>;
  propertyId: RawBuilder<number | null>;
  link?: RawBuilder<string | null>;
}

const nothing = sql<null>`null`;

/**
 * The rows of `notify` as a part of the statement that makes the change: an insert for each `user_id` that `people`
 * selects, once each, returning them. Whoever runs it rings their bells with `publishUnreadCount`. Nobody's mailbox gets news before
 * its address is confirmed, as it may be a stranger's.
 */
export function newsInsert(
  people: RawBuilder<unknown>,
  { now }: Ctx,
  { kind, text, workOrderId = nothing, documentId = nothing, propertyId, link = nothing }: NewsInSql,
): RawBuilder<unknown> {
  const { topic } = kinds[kind];
  return sql`insert into notifications (user_id, property_id, work_order_id, document_id, kind, text, link, created_at, in_portal, by_mail)
    select told.*, ${now}::timestamptz, wish.in_portal, wish.by_mail
    from (
      select distinct user_id, ${propertyId}::bigint, ${workOrderId}::bigint, ${documentId}::bigint, ${sql.lit(kind)},
        case when length(${text}) > ${sql.lit(300)} then left(${text}, ${sql.lit(299)}) || '…' else ${text} end, ${link}::text
      from (${people}) people where user_id is not null
    ) told
    join lateral (
      select coalesce(preference.in_portal, true) as in_portal,
        ${sql.lit(!("hasOwnMail" in kinds[kind]))} and ${wantsMail(kind)} as by_mail
      from users u left join notification_preferences preference on preference.user_id = u.id and preference.topic = ${sql.lit(topic)}
      where u.id = told.user_id and u.state <> 'disabled'
    ) wish on wish.in_portal or wish.by_mail
    returning user_id`;
}

/**
 * Whether `u` is to get mails of this kind, where `preference` is the person's own choice, if there is one. Nobody gets any
 * before the address is confirmed, as it may be a stranger's.
 */
function wantsMail(kind: NotificationKind): RawBuilder<boolean> {
  const { topic } = kinds[kind];
  const mailedTo: readonly Role[] = topic === "account" ? [] : topics[topic].mailedTo;
  return sql`(coalesce(preference.by_mail, u.role = any(${[...mailedTo]}::text[])) and u.email_confirmed_at is not null)`;
}

/** Those of these people who have not turned the kind off: where they want it. Disabled people want nothing. */
const preferencesOf = (userIds: readonly number[], kind: NotificationKind): RawBuilder<unknown> => sql`
  select u.id as user_id, coalesce(preference.in_portal, true) as in_portal, ${wantsMail(kind)} as by_mail
  from users u left join notification_preferences preference on preference.user_id = u.id and preference.topic = ${kinds[kind].topic}
  where u.id = any(${[...userIds]}::bigint[]) and u.state <> 'disabled'`;

/** Of these people those who want mails of this kind, for code that writes the mail itself (`hasOwnMail`). */
export async function whoWantsMail(
  { db }: Ctx,
  kind: NotificationKind,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (${preferencesOf(userIds, kind)}) preferred where by_mail`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** After the commit the open pages of these people read their unread count again. */
export function publishUnreadCount(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "notification", userIds: [...userIds] }));
}
