import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import { defineList } from "#server/list/define-list.ts";
import { publishUnreadCount } from "#server/notifications/notify.ts";
import type { BodyOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { listNotifications, markNotificationsRead, Notification } from "../contract.ts";
import { type NotificationContent, notificationText } from "../kinds.ts";

const defaultLimit = 50;
const id = sql`n.id`;

/** The user's notifications, newest first, without email-only ones. */
const notifications = defineList<QueryOf<typeof listNotifications>, NotificationRow, Notification>({
  from: sql`notifications n`,
  columns: sql`n.id, n.kind, n.details, n.work_order_id, n.document_id, n.link, n.created_at, n.read_at`,
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: ({ userId }) => sql`n.user_id = ${userId}`,
  baseCondition: sql`n.in_portal`,
  filters: { unread: () => sql`n.read_at is null` },
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      text: notificationText(row as NotificationContent),
      link: getLink(row),
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    })),
});

/** Returns one page of the user's notifications and the unread count (NAV-31). */
export async function readBell(
  ctx: SignedInCtx,
  { query, ...http }: Pick<Input<typeof listNotifications>, "query" | "request" | "reply">,
): Promise<ResponseOf<typeof listNotifications>> {
  return {
    unread: await notifications.count(ctx, { unread: "yes" }),
    items: await notifications.readPage(ctx, {
      ...http,
      query: { ...query, limit: query.limit ?? defaultLimit },
    }),
  };
}

interface NotificationRow extends LinkColumns {
  id: number;
  kind: string;
  details: unknown;
  created_at: Date;
  read_at: Date | null;
}

interface LinkColumns {
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
}

/** Returns the notification's path in the portal, or null if it has none. */
export function getLink({ link, work_order_id, document_id }: LinkColumns): string | null {
  if (link !== null) return link;
  if (work_order_id !== null) return `/work-orders/${work_order_id}`;
  return document_id === null ? null : `/documents/${document_id}`;
}

/**
 * Marks the user's notifications as read and updates all open pages. Email-only notifications don't change.
 */
export async function markRead(
  ctx: SignedInCtx,
  { upTo, ids }: BodyOf<typeof markNotificationsRead>,
): Promise<void> {
  const { db, actor, now } = ctx;
  await db
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", actor.id)
    .where("read_at", "is", null)
    .where("in_portal", "=", true)
    .$if(upTo !== undefined, (rows) => rows.where("id", "<=", upTo ?? 0))
    .$if(ids !== undefined, (rows) => rows.where((row) => row("id", "=", row.fn.any(row.val(ids ?? [])))))
    .execute();
  publishUnreadCount(ctx, [actor.id]);
}
