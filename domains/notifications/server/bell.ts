import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { AnswerOf, BodyOf } from "#shared/http/endpoint.ts";
import type { listNotifications, markNotificationsRead } from "../contract.ts";
import { type NotificationContent, notificationText } from "../kinds.ts";
import { publishUnreadCount } from "./notify.ts";

const shownMax = 50;
/** Beyond this the bell shows its limit; nobody reads on. */
const unreadCountedUpTo = 100;
const totalCountedUpTo = 1_000;

/** A part of the caller's events, newest first, and how many are unread (NAV-31). */
export async function readBell(
  { db, actor }: SignedInCtx,
  { query, ...answering }: Pick<Input<typeof listNotifications>, "query" | "request" | "reply">,
): Promise<AnswerOf<typeof listNotifications>> {
  const asked = { ...query, limit: query.limit ?? shownMax };
  const { limit, offset, cursor } = partOf(asked);
  const ofCaller = () =>
    db.selectFrom("notifications").where("user_id", "=", actor.id).where("in_portal", "=", true);
  const unreadOfCaller = () => ofCaller().where("read_at", "is", null);
  const listed = query.unread === undefined ? ofCaller : unreadOfCaller;
  const items = await listed()
    .select(["id", "kind", "particulars", "work_order_id", "document_id", "link", "created_at", "read_at"])
    .$if(cursor !== undefined, (rows) => rows.where("id", "<", cursor ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const count = async (rows: ReturnType<typeof ofCaller>, upTo: number) => {
    const { counted } = await db
      .selectFrom(rows.select("id").limit(upTo).as("some"))
      .select((row) => row.fn.countAll<number>().as("counted"))
      .executeTakeFirstOrThrow();
    return counted;
  };
  const total = await count(listed(), totalCountedUpTo + 1);
  describePart(answering, asked, items, { count: total, isCapped: total > totalCountedUpTo });
  return {
    unread: await count(unreadOfCaller(), unreadCountedUpTo),
    items: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      text: notificationText(item as NotificationContent),
      link: linkOf(item),
      createdAt: item.created_at.toISOString(),
      readAt: item.read_at?.toISOString() ?? null,
    })),
  };
}

interface Linked {
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
}

/** Where a notification leads within the portal; null when it leads nowhere. */
export const linkOf = ({ link, work_order_id: orderId, document_id: documentId }: Linked): string | null =>
  link ??
  (orderId === null ? (documentId === null ? null : `/documents/${documentId}`) : `/work-orders/${orderId}`);

/** Marks the caller's events as read, in all open pages; what is in the mailbox only is none of them. */
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
