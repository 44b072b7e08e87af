import type { SignedInCtx } from "#server/http/context.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { listNotifications } from "../contract.ts";

const shownMax = 50;
/** Beyond this the bell shows its limit; nobody reads on. */
const unreadCountedUpTo = 100;

/** The caller's newest events and how many of them are unread. */
export async function readBell({ db, actor }: SignedInCtx): Promise<AnswerOf<typeof listNotifications>> {
  const items = await db
    .selectFrom("notifications")
    .select(["id", "kind", "text", "work_order_id", "document_id", "link", "created_at", "read_at"])
    .where("user_id", "=", actor.id)
    .where("in_portal", "=", true)
    .orderBy("id", "desc")
    .limit(shownMax)
    .execute();
  const { unread } = await db
    .selectFrom(
      db
        .selectFrom("notifications")
        .select("id")
        .where("user_id", "=", actor.id)
        .where("read_at", "is", null)
        .where("in_portal", "=", true)
        .limit(unreadCountedUpTo)
        .as("unread"),
    )
    .select((row) => row.fn.countAll<number>().as("unread"))
    .executeTakeFirstOrThrow();
  return {
    unread,
    items: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      text: item.text,
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

/** Where a piece of news leads within the portal; null when it leads nowhere. */
export const linkOf = ({ link, work_order_id: orderId, document_id: documentId }: Linked): string | null =>
  link ??
  (orderId === null ? (documentId === null ? null : `/documents/${documentId}`) : `/work-orders/${orderId}`);

/** Marks the caller's events up to `upTo` as read. */
export async function markRead({ db, actor, now }: SignedInCtx, upTo: number): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", actor.id)
    .where("id", "<=", upTo)
    .where("read_at", "is", null)
    .execute();
}
