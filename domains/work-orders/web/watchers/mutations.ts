import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { listPossibleWatchers, setWatcher, watchWorkOrder } from "../../watchers-contract.ts";
import { cacheWorkOrder, refreshBoard, refreshLists } from "../work-order-cache.ts";

export const possibleWatchersQuery = (id: number) => endpointQuery(listPossibleWatchers, { params: { id } });

/** Starts or stops watching for the current user. Lists can be filtered by it. */
export function useWatch(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWatching: boolean) => call(watchWorkOrder, { params: { id }, body: { isWatching } }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast(
        order.isWatching
          ? { title: "Watching", description: "You'll be notified about this work order." }
          : { title: "Stopped Watching", description: "You'll only get notifications that involve you." },
      );
    },
    onError: toastError,
    onSettled: () => {
      void refreshLists(queryClient);
      void refreshBoard(queryClient);
    },
  });
}

interface Watcher {
  person: { id: number; fullName: string };
  isWatching: boolean;
}

/** Adds or removes another user as a watcher. */
export function useChangeWatcher(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ person, isWatching }: Watcher) =>
      call(setWatcher, { params: { id, userId: person.id }, body: { isWatching } }),
    onSuccess: (order, { person, isWatching }) => {
      cacheWorkOrder(queryClient, order);
      toast({
        title: isWatching ? "Watcher Added" : "Watcher Removed",
        description: isWatching
          ? `${person.fullName} will be notified about this work order.`
          : `${person.fullName} will no longer be notified about this work order.`,
      });
    },
    onError: toastError,
  });
}
