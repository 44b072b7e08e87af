import { call } from "#web/api-client.ts";
import { setWatcher, watchWorkOrder } from "../../watchers-contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

/** Starts or stops watching for the current user. */
export const useWatchWorkOrder = (id: number) =>
  useWorkOrderMutation(id, {
    change: (isWatching: boolean) => call(watchWorkOrder, { params: { id }, body: { isWatching } }),
    describe: ({ isWatching }) =>
      isWatching
        ? { title: "Watching", description: "You'll be notified about this work order." }
        : { title: "Stopped Watching", description: "You'll only get notifications that involve you." },
  });

interface WatcherChange {
  person: { id: number; fullName: string };
  isWatching: boolean;
}

/** Adds or removes someone else as a watcher. */
export const useChangeWatcher = (id: number) =>
  useWorkOrderMutation(id, {
    change: ({ person, isWatching }: WatcherChange) =>
      call(setWatcher, { params: { id, userId: person.id }, body: { isWatching } }),
    describe: (_, { person, isWatching }) =>
      isWatching
        ? {
            title: "Watcher Added",
            description: `${person.fullName} will be notified about this work order.`,
          }
        : {
            title: "Watcher Removed",
            description: `${person.fullName} will no longer be notified about this work order.`,
          },
  });
