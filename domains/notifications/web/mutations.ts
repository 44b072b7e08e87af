import { useMutation } from "@tanstack/react-query";
import { markNotificationsRead } from "#domains/notifications/contract.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { notificationKeys } from "./query-keys.ts";

type ReadSelection = { ids: number[] } | { upTo: number };

/**
 * Marks some of the user's notifications as read, or all up to an id. Refetches the bell menu and the list.
 */
export const useMarkRead = () =>
  useMutation({
    mutationFn: (selection: ReadSelection) => call(markNotificationsRead, { body: selection }),
    onSettled: useRefetch(notificationKeys.notifications),
  });
