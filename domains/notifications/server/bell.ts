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
    .select(["id", "kind", "text", "work_order_id", "document_id", "created_at", "read_at"])
    .where("user_id", "=", actor.id)
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
      workOrderId: item.work_order_id,
      documentId: item.document_id,
      createdAt: item.created_at.toISOString(),
      readAt: item.read_at?.toISOString() ?? null,
    })),
  };
}

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
