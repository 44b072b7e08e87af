import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { listNotifications } from "#domains/notifications/contract.ts";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { refetchFigures, refetchWorkOrders, removeWorkOrder } from "#domains/work-orders/web/refetch.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { coalesce } from "#web/coalesce.ts";
import type { StreamMessage } from "#web/live/shared-stream.ts";
import { deletionMutation } from "#web/query-client.ts";

const refetchIntervalMs = 1_500;

/**
 * Keeps the screen up to date while others work. Data on the screen is refetched at limited intervals, and hidden data
 * when it's shown again.
 */
export function reactToEvents(queryClient: QueryClient, checkSession: () => Promise<void>) {
  const orders = coalesce<number>(refetchIntervalMs, (ids) => {
    // The user might have lost access, so outdated details aren't shown again.
    for (const id of ids) removeWorkOrder(queryClient, id);
    void refetchWorkOrders(queryClient, ...[...ids].flatMap(getRecordKeys));
  });
  const buildings = coalesce<"buildings">(refetchIntervalMs, () => {
    if (isDeleting(queryClient)) buildings.add("buildings");
    else void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPropertyPath(queryKey[0]) });
  });
  const leases = coalesce<"leases">(refetchIntervalMs, () => {
    if (isDeleting(queryClient)) return leases.add("leases");
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isLeasePath(queryKey[0]) });
    void refetchFigures(queryClient);
  });
  const documents = coalesce<"documents">(refetchIntervalMs, () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDocumentPath(queryKey[0]) });
    void refetchFigures(queryClient);
  });
  const refresh = (path: string) => void queryClient.invalidateQueries({ queryKey: [path] });

  const refetchRecord = (id: number) => {
    for (const queryKey of getRecordKeys(id)) void queryClient.invalidateQueries({ queryKey });
  };

  const react = {
    "work-order.created": (id) => orders.add(id),
    "work-order.changed": (id) => orders.add(id),
    "work-order.deleted": (id) => orders.add(id),
    "work-order.activity": (id) =>
      void queryClient.invalidateQueries({ queryKey: workOrderKeys.history(id) }),
    "work-order.files": refetchRecord,
    "work-order.work": (id) => {
      refetchRecord(id);
      void queryClient.invalidateQueries({ queryKey: workOrderKeys.conflicts });
    },
    "work-order.watchers": (id) =>
      void queryClient.invalidateQueries({ queryKey: workOrderKeys.workOrder(id) }),
    "property.changed": () => buildings.add("buildings"),
    "lease.changed": () => leases.add("leases"),
    "document.changed": () => documents.add("documents"),
    notification: () => refresh(listNotifications.path),
    dispatch: () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDispatchPath(queryKey[0]) });
      void refetchWorkOrders(queryClient);
    },
    approvals: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPeoplePath(queryKey[0]) }),
    "access-scope-changed": () => void checkSession().then(() => queryClient.invalidateQueries()),
    // The server decides whether someone is signed in. If no one is, the session is cleared silently and the
    // sign-in page opens.
    "session-ended": () => void checkSession(),
  } satisfies Record<LiveEvent["kind"], (id: number) => void>;

  return {
    receive: (message: StreamMessage): void => {
      if (message.type === "gap") void queryClient.invalidateQueries();
      else react[message.event.kind](message.event.id ?? 0);
    },
    stop(): void {
      orders.cancel();
      buildings.cancel();
      leases.cancel();
      documents.cancel();
    },
  };
}

const getRecordKeys = (id: number): QueryKey[] => [workOrderKeys.workOrder(id), workOrderKeys.history(id)];

/** The event of a deletion can arrive before its response. Refetching then would request a missing record. */
const isDeleting = (queryClient: QueryClient) => queryClient.isMutating(deletionMutation) > 0;

const isPropertyPath = (path: unknown) =>
  typeof path === "string" && /^\/api\/(properties|buildings|units)\b/.test(path);

const isPeoplePath = (path: unknown) =>
  typeof path === "string" && /^\/api\/(users|invitations)\b/.test(path);

const isDispatchPath = (path: unknown) =>
  typeof path === "string" && /^\/api\/(teams|dispatch-rules|dispatch-staff)\b/.test(path);

const isLeasePath = (path: unknown) =>
  typeof path === "string" &&
  /^\/api\/(leases|companies|reports|payments|manual-payment-confirmations|properties\/\d+\/overview)\b/.test(
    path,
  );

const isDocumentPath = (path: unknown) =>
  typeof path === "string" && /^\/api\/(documents|document-trash)\b/.test(path);
