import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listNotifications, markNotificationsRead } from "#domains/notifications/contract.ts";
import { call } from "#web/api-client.ts";

type Read = { ids: number[] } | { upTo: number };

/** Marks some of one's own notifications as read, or all up to one; then the bell and the list are fetched anew. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (read: Read) => call(markNotificationsRead, { body: read }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listNotifications.path] }),
  });
}
