import { type NotificationContent, notificationText } from "#domains/notifications/kinds.ts";
import type { Db } from "#server/db/database.ts";

/** Returns the notifications of everyone or of one person with their texts, oldest first. */
export async function readNotifications(db: Db, userId?: number) {
  const rows = await db
    .selectFrom("notifications")
    .selectAll()
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, text: notificationText(row as NotificationContent) }));
}
