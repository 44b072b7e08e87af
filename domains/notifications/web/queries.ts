import { infiniteQueryOptions } from "@tanstack/react-query";
import { listNotifications, type Notification } from "#domains/notifications/contract.ts";
import { callForResponse } from "#web/api-client.ts";

const pageSize = 50;

interface NotificationPage {
  unread: number;
  items: Notification[];
  hasOlder: boolean;
}

/** The user's notifications, or only the unread ones, in pages, newest first. */
export const notificationsQuery = (filter: "all" | "unread") =>
  infiniteQueryOptions({
    queryKey: [listNotifications.path, "list", filter],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<NotificationPage> => {
      const { response, headers } = await callForResponse(listNotifications, {
        query: {
          limit: String(pageSize),
          ...(cursor === undefined ? {} : { cursor: String(cursor) }),
          ...(filter === "unread" ? { unread: "yes" as const } : {}),
        },
        signal,
      });
      return { ...response, hasOlder: /rel="?next"?/.test(headers.get("Link") ?? "") };
    },
    getNextPageParam: ({ items, hasOlder }) => (hasOlder ? items.at(-1)?.id : undefined),
  });
