import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listNotifications, markNotificationsRead } from "#domains/notifications/contract.ts";
import { call } from "#web/api-client.ts";

type Read = { ids: number[] } | { upTo: number };

/**
 * Marks some of the user's notifications as read, or all up to an id. Refetches the bell menu and the list.
 */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (read: Read) => call(markNotificationsRead, { body: read }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listNotifications.path] }),
  });
}
