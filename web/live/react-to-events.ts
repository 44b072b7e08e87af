import type { QueryClient } from "@tanstack/react-query";
import { listNotifications } from "#domains/notifications/contract.ts";
import {
  fetchOrder,
  isBoardShown,
  isCardShown,
  knownVersion,
  placeOrder,
  refreshBoard,
  refreshLists,
  refreshStats,
  removeOrder,
} from "#domains/work-orders/web/order-cache.ts";
import { historyQuery, orderQuery } from "#domains/work-orders/web/queries.ts";
import { listClashes } from "#domains/work-orders/work-contract.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { ApiError } from "#web/api-client.ts";
import { coalesce } from "#web/live/coalesce.ts";
import type { StreamMessage } from "#web/live/shared-stream.ts";
import { deletion } from "#web/query-client.ts";

const everyMs = 400;
const listsEveryMs = 1_500;
/** With more changes than this at once, whole columns are fetched instead of single orders. */
const ordersAtOnceMax = 12;

/**
 * Keeps the screen up to date while others work: of a changed order only that order is fetched, lists and figures at
 * most once in a while, and hidden data is fetched when it is shown again.
 */
export function reactToEvents(queryClient: QueryClient, checkSession: () => Promise<void>) {
  const lists = coalesce<"lists">(listsEveryMs, () => {
    void refreshLists(queryClient);
    void refreshStats(queryClient);
  });
  const orders = coalesce<number>(everyMs, (ids) => void refreshOrders(queryClient, ids));
  const buildings = coalesce<"buildings">(listsEveryMs, () => {
    if (isDeleting(queryClient)) buildings.add("buildings");
    else void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfBuildings(queryKey[0]) });
  });
  const leases = coalesce<"leases">(listsEveryMs, () => {
    if (isDeleting(queryClient)) return leases.add("leases");
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfLeases(queryKey[0]) });
    void refreshStats(queryClient);
  });
  const documents = coalesce<"documents">(listsEveryMs, () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfDocuments(queryKey[0]) });
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
      // The event of the user's own change; the page already has that version.
      if (version !== undefined && (knownVersion(queryClient, id) ?? 0) >= version) return;
      orders.add(id);
      lists.add("lists");
    },
    "work-order.deleted": (id) => {
      void dropOrder(queryClient, id);
      refresh(listClashes.path);
      lists.add("lists");
    },
    "work-order.activity": (id) =>
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
    "work-order.files": (id) => {
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey });
    },
    "work-order.work": (id) => {
      void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey });
      refresh(listClashes.path);
    },
    "work-order.watchers": (id) => void queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey }),
    "property.changed": () => buildings.add("buildings"),
    "lease.changed": () => leases.add("leases"),
    "document.changed": () => documents.add("documents"),
    notification: () => refresh(listNotifications.path),
    dispatch: () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfDispatch(queryKey[0]) });
      lists.add("lists");
    },
    approvals: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfPeople(queryKey[0]) }),
    "access-scope-changed": () => void checkSession().then(() => refreshAll(queryClient)),
    // The server decides who is signed in; when nobody is, the session is cleared silently and the login page shown.
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

/** The event of a deletion may arrive before its response; fetching then would request a missing record. */
const isDeleting = (queryClient: QueryClient) => queryClient.isMutating(deletion) > 0;

const isOfBuildings = (path: unknown) =>
  typeof path === "string" && /^\/api\/(properties|buildings|units)\b/.test(path);

const isOfPeople = (path: unknown) => typeof path === "string" && /^\/api\/(users|invitations)\b/.test(path);

const isOfDispatch = (path: unknown) =>
  typeof path === "string" && /^\/api\/(teams|dispatch-rules|dispatch-staff)\b/.test(path);

const isOfLeases = (path: unknown) =>
  typeof path === "string" &&
  /^\/api\/(leases|companies|reports|payments|manual-payment-confirmations|properties\/\d+\/overview)\b/.test(
    path,
  );

const isOfDocuments = (path: unknown) =>
  typeof path === "string" && /^\/api\/(documents|document-trash)\b/.test(path);

/** Visible data is fetched again; the rest when it is shown again. A board keeps its place: only its column heads are fetched. */
async function refreshAll(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "board" }),
    refreshBoard(queryClient),
  ]);
}

async function refreshOrders(queryClient: QueryClient, ids: Set<number>): Promise<void> {
  const isOnBoard = isBoardShown(queryClient);
  const shown = [...ids].filter((id) => isOnBoard || isOpen(queryClient, id));
  for (const id of ids)
    if (!shown.includes(id))
      queryClient.removeQueries({ queryKey: orderQuery(id).queryKey, type: "inactive" });
  if (!isOnBoard) await refreshBoard(queryClient);
  if (shown.length > ordersAtOnceMax) {
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
    .find({ queryKey: orderQuery(id).queryKey })
    ?.isActive() ?? false;

/** `uncertain`: the columns or their counts may be wrong, so they have to be fetched. */
async function refreshOrder(queryClient: QueryClient, id: number): Promise<"placed" | "uncertain"> {
  const wasShown = isCardShown(queryClient, id);
  try {
    const order = await fetchOrder(id);
    const isCertain = placeOrder(queryClient, order);
    // An order beyond the loaded ones has left a column that is not known here.
    return isCertain && (wasShown || order.version === 1) ? "placed" : "uncertain";
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return "uncertain";
    await takeAway(queryClient, id);
    return wasShown ? "placed" : "uncertain";
  }
}

/** Somebody deleted it: there is nothing to fetch. The column of an order that is not loaded counts one less. */
async function dropOrder(queryClient: QueryClient, id: number): Promise<void> {
  const wasShown = isCardShown(queryClient, id);
  await takeAway(queryClient, id);
  if (!wasShown) await refreshBoard(queryClient);
}

async function takeAway(queryClient: QueryClient, id: number): Promise<void> {
  removeOrder(queryClient, id);
  if (isOpen(queryClient, id)) await queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey });
}
