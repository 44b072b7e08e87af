import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { dispatchKeys } from "#domains/dispatch/web/query-keys.ts";
import { documentKeys } from "#domains/documents/web/query-keys.ts";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { notificationKeys } from "#domains/notifications/web/query-keys.ts";
import { peopleKeys } from "#domains/people/web/query-keys.ts";
import { propertyKeys } from "#domains/properties/web/query-keys.ts";
import { isFromMyChange } from "#domains/work-orders/web/my-versions.ts";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { refetchWorkOrders, removeWorkOrder } from "#domains/work-orders/web/refetch.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { coalesce } from "#web/coalesce.ts";
import type { StreamMessage } from "#web/live/shared-stream.ts";
import { deletionMutation } from "#web/query-client.ts";
import { refetch } from "#web/refetch.ts";

const refetchIntervalMs = 1_500;

/**
 * Keeps the screen up to date while other people work. Visible data is refetched at limited intervals, and
 * hidden data when it's shown again.
 */
export function reactToEvents(queryClient: QueryClient, checkSession: () => Promise<void>) {
  const workOrderChanges = coalesce<WorkOrderChange>(refetchIntervalMs, (changes) => {
    const otherPeoplesChanges = [...changes].filter((change) => !isFromMyChange(change));
    if (otherPeoplesChanges.length === 0) return;
    // The event of the user's own change can arrive before its response.
    if (queryClient.isMutating({ mutationKey: workOrderKeys.change }) > 0)
      return otherPeoplesChanges.forEach((change) => workOrderChanges.add(change));
    const ids = [...new Set(otherPeoplesChanges.map(({ id }) => id))];
    // The user might have lost access, so outdated details aren't shown again.
    for (const id of ids) removeWorkOrder(queryClient, id);
    void refetchWorkOrders(queryClient, ...ids.flatMap(getRecordKeys));
  });
  const propertyChanges = coalesce<"properties">(refetchIntervalMs, () => {
    if (isDeleting(queryClient)) propertyChanges.add("properties");
    else void refetch(queryClient, propertyKeys.all);
  });
  const leaseChanges = coalesce<"leases">(refetchIntervalMs, () => {
    if (isDeleting(queryClient)) leaseChanges.add("leases");
    else void refetch(queryClient, ledgerKeys.amounts);
  });
  const documentChanges = coalesce<"documents">(
    refetchIntervalMs,
    () => void refetch(queryClient, documentKeys.all),
  );

  const handlers = {
    "work-order.created": (id, version) => workOrderChanges.add({ id, version }),
    "work-order.changed": (id, version) => workOrderChanges.add({ id, version }),
    "work-order.deleted": (id, version) => workOrderChanges.add({ id, version }),
    "work-order.activity": (id) => void refetch(queryClient, workOrderKeys.history(id)),
    "work-order.files": (id) => void refetch(queryClient, ...getRecordKeys(id)),
    "work-order.work": (id) => void refetch(queryClient, ...getRecordKeys(id), workOrderKeys.conflicts),
    "work-order.watchers": (id) => void refetch(queryClient, workOrderKeys.workOrder(id)),
    "property.changed": () => propertyChanges.add("properties"),
    "lease.changed": () => leaseChanges.add("leases"),
    "document.changed": () => documentChanges.add("documents"),
    notification: () => void refetch(queryClient, notificationKeys.notifications),
    dispatch: () => {
      void refetch(queryClient, dispatchKeys.all);
      void refetchWorkOrders(queryClient);
    },
    approvals: () => void refetch(queryClient, peopleKeys.all),
    "access-scope-changed": () => void checkSession().then(() => queryClient.invalidateQueries()),
    // Asks the server whether someone is still signed in. If not, the sign-in page opens without a message.
    "session-ended": () => void checkSession(),
  } satisfies Record<LiveEvent["kind"], (id: number, version: number) => void>;

  return {
    receive: (message: StreamMessage): void => {
      if (message.type === "gap") void queryClient.invalidateQueries();
      else {
        const { kind, id = 0, version = Number.POSITIVE_INFINITY } = message.event;
        handlers[kind](id, version);
      }
    },
    stop(): void {
      workOrderChanges.cancel();
      propertyChanges.cancel();
      leaseChanges.cancel();
      documentChanges.cancel();
    },
  };
}

interface WorkOrderChange {
  id: number;
  version: number;
}

const getRecordKeys = (id: number): QueryKey[] => [workOrderKeys.workOrder(id), workOrderKeys.history(id)];

/** The event of a deletion can arrive before its response, and refetching would request a missing record. */
const isDeleting = (queryClient: QueryClient) => queryClient.isMutating(deletionMutation) > 0;
