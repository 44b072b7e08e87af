import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { changeWatcher, listPossibleWatchers, watchWorkOrder } from "../watchers-contract.ts";
import { placeOrder, refreshBoard, refreshLists } from "./order-cache.ts";

export const possibleWatchersQuery = (id: number) => endpointQuery(listPossibleWatchers, { params: { id } });

/** The user's own watching. Lists may be filtered by it. */
export function useWatch(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWatching: boolean) => call(watchWorkOrder, { params: { id }, body: { isWatching } }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast(
        order.isWatching
          ? { title: "Watching", description: "You are told what happens to this work order." }
          : { title: "Not Watching Any More", description: "You are told only what concerns you." },
      );
    },
    onError: toastFailure,
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

/** Somebody else's. */
export function useChangeWatcher(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ person, isWatching }: Watcher) =>
      call(changeWatcher, { params: { id, userId: person.id }, body: { isWatching } }),
    onSuccess: (order, { person, isWatching }) => {
      placeOrder(queryClient, order);
      toast({
        title: isWatching ? "Watcher Added" : "Watcher Removed",
        description: isWatching
          ? `${person.fullName} is told what happens to this work order.`
          : `${person.fullName} is not told of this work order any more.`,
      });
    },
    onError: toastFailure,
  });
}
