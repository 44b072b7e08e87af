import type { QueryClient } from "@tanstack/react-query";
import { listNotifications } from "#domains/notifications/contract.ts";
import { historyQuery, workOrderQuery } from "#domains/work-orders/web/queries.ts";
import {
  cacheWorkOrder,
  fetchWorkOrder,
  getKnownVersion,
  isBoardVisible,
  isCardVisible,
  refreshBoard,
  refreshLists,
  refreshStats,
  removeCachedWorkOrder,
} from "#domains/work-orders/web/work-order-cache.ts";
import { listConflicts } from "#domains/work-orders/work-contract.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { ApiError } from "#web/api-client.ts";
import { coalesce } from "#web/coalesce.ts";
import type { StreamMessage } from "#web/live/shared-stream.ts";
import { deletionMutation } from "#web/query-client.ts";

const workOrderIntervalMs = 400;
const listIntervalMs = 1_500;
/**
 * If more work orders than this change together, whole columns are refetched instead of single work orders.
 */
const singleRefetchesMax = 12;

/**
 * Keeps the screen up to date while others work. A changed work order is fetched individually, lists and
 * totals are refetched at limited intervals, and hidden data is refetched when it's shown again.
 */
export function reactToEvents(queryClient: QueryClient, checkSession: () => Promise<void>) {
  const lists = coalesce<"lists">(listIntervalMs, () => {
    void refreshLists(queryClient);
    void refreshStats(queryClient);
  });
  const orders = coalesce<number>(workOrderIntervalMs, (ids) => void refreshOrders(queryClient, ids));
  const buildings = coalesce<"buildings">(listIntervalMs, () => {
    if (isDeleting(queryClient)) buildings.add("buildings");
    else void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPropertyPath(queryKey[0]) });
  });
  const leases = coalesce<"leases">(listIntervalMs, () => {
    if (isDeleting(queryClient)) return leases.add("leases");
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isLeasePath(queryKey[0]) });
    void refreshStats(queryClient);
  });
  const documents = coalesce<"documents">(listIntervalMs, () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDocumentPath(queryKey[0]) });
    void refreshStats(queryClient);
  });
  const refresh = (path: string) => void queryClient.invalidateQueries({ queryKey: [path] });

  const react = {
    "work-order.created": (id) => {
      orders.add(id);
      lists.add("lists");
    },
    "work-order.changed": (id, version) => {
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey });
      // The event belongs to the user's own change. The page already has that version.
      if (version !== undefined && (getKnownVersion(queryClient, id) ?? 0) >= version) return;
      orders.add(id);
      lists.add("lists");
    },
    "work-order.deleted": (id) => {
      void dropOrder(queryClient, id);
      refresh(listConflicts.path);
      lists.add("lists");
    },
    "work-order.activity": (id) =>
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
    "work-order.files": (id) => {
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: workOrderQuery(id).queryKey });
    },
    "work-order.work": (id) => {
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: workOrderQuery(id).queryKey });
      refresh(listConflicts.path);
    },
    "work-order.watchers": (id) =>
      void queryClient.invalidateQueries({ queryKey: workOrderQuery(id).queryKey }),
    "property.changed": () => buildings.add("buildings"),
    "lease.changed": () => leases.add("leases"),
    "document.changed": () => documents.add("documents"),
    notification: () => refresh(listNotifications.path),
    dispatch: () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDispatchPath(queryKey[0]) });
      lists.add("lists");
    },
    approvals: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPeoplePath(queryKey[0]) }),
    "access-scope-changed": () => void checkSession().then(() => refreshAll(queryClient)),
    // The server decides whether someone is signed in. If no one is, the session is cleared silently and the
    // sign-in page opens.
    "session-ended": () => void checkSession(),
  } satisfies Record<LiveEvent["kind"], (id: number, version?: number) => void>;

  return {
    receive: (message: StreamMessage): void => {
      if (message.type === "gap") void refreshAll(queryClient);
      else react[message.event.kind](message.event.id ?? 0, message.event.version);
    },
    stop(): void {
      lists.cancel();
      orders.cancel();
      buildings.cancel();
      leases.cancel();
      documents.cancel();
    },
  };
}

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

/**
 * Refetches visible data, and marks the rest to be refetched when it's shown again. A board keeps its scroll
 * position, so only its column headers are refetched.
 */
async function refreshAll(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "board" }),
    refreshBoard(queryClient),
  ]);
}

async function refreshOrders(queryClient: QueryClient, ids: Set<number>): Promise<void> {
  const isOnBoard = isBoardVisible(queryClient);
  const shown = [...ids].filter((id) => isOnBoard || isOpen(queryClient, id));
  for (const id of ids)
    if (!shown.includes(id))
      queryClient.removeQueries({ queryKey: workOrderQuery(id).queryKey, type: "inactive" });
  if (!isOnBoard) await refreshBoard(queryClient);
  if (shown.length > singleRefetchesMax) {
    const open = shown.filter((id) => isOpen(queryClient, id));
    await Promise.all([refreshBoard(queryClient), ...open.map((id) => refreshOrder(queryClient, id))]);
    return;
  }
  const outcomes = await Promise.all(shown.map((id) => refreshOrder(queryClient, id)));
  if (isOnBoard && outcomes.includes("uncertain")) await refreshBoard(queryClient);
}

const isOpen = (queryClient: QueryClient, id: number): boolean =>
  queryClient
    .getQueryCache()
    .find({ queryKey: workOrderQuery(id).queryKey })
    ?.isActive() ?? false;

/**
 * Refetches a work order. `uncertain` means that columns or their counts might be wrong and have to be
 * refetched.
 */
async function refreshOrder(queryClient: QueryClient, id: number): Promise<"placed" | "uncertain"> {
  const wasShown = isCardVisible(queryClient, id);
  try {
    const order = await fetchWorkOrder(id);
    const isCertain = cacheWorkOrder(queryClient, order);
    // A work order that wasn't loaded has left a column that isn't known here.
    return isCertain && (wasShown || order.version === 1) ? "placed" : "uncertain";
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return "uncertain";
    await removeFromScreen(queryClient, id);
    return wasShown ? "placed" : "uncertain";
  }
}

/**
 * Removes a work order that someone deleted, which can't be fetched. If it wasn't loaded, its column's count
 * is refetched.
 */
async function dropOrder(queryClient: QueryClient, id: number): Promise<void> {
  const wasShown = isCardVisible(queryClient, id);
  await removeFromScreen(queryClient, id);
  if (!wasShown) await refreshBoard(queryClient);
}

async function removeFromScreen(queryClient: QueryClient, id: number): Promise<void> {
  removeCachedWorkOrder(queryClient, id);
  if (isOpen(queryClient, id)) await queryClient.invalidateQueries({ queryKey: workOrderQuery(id).queryKey });
}
