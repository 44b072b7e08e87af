import { hashKey } from "@tanstack/react-query";
import { openDB } from "idb";
import { readTenantDay } from "#domains/dashboard/contract.ts";
import { readStats } from "#domains/dashboard/stats-contract.ts";
import { listDocuments, readDocument } from "#domains/documents/contract.ts";
import { listLeases } from "#domains/leases/contract.ts";
import { listLedger, readAccount } from "#domains/ledger/contract.ts";
import { listConfirmations } from "#domains/payments/confirmations-contract.ts";
import {
  listPayments,
  listPendingPayments,
  readPayment,
  readPaymentSummary,
} from "#domains/payments/contract.ts";
import { listPropertyOptions } from "#domains/properties/choices-contract.ts";
import { listLeaseStatements, readLeaseStatement } from "#domains/recoveries/lease-statements-contract.ts";
import { listQuestions } from "#domains/recoveries/questions-contract.ts";
import { listWorkOrders, readHistory, readWorkOrder } from "#domains/work-orders/contract.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { coalesce } from "#web/coalesce.ts";
import { queryClient } from "#web/query-client.ts";
import {
  deleteSavedResponses,
  hasSavedResponses,
  markSavedResponses,
  savedResponsesDatabase,
} from "#web/session/saved-session.ts";

/*
 * The last responses that a tenant or technician loaded, saved on this device for offline use: the balance
 * and its ledger, payments with their receipts, statements of operating expenses, document details, and work
 * orders.
 */

const savedEndpoints: readonly Endpoint[] = [
  readTenantDay,
  readStats,
  listDocuments,
  readDocument,
  listLeases,
  readAccount,
  listLedger,
  listPayments,
  listPendingPayments,
  readPayment,
  readPaymentSummary,
  listConfirmations,
  listLeaseStatements,
  readLeaseStatement,
  listQuestions,
  listPropertyOptions,
  listWorkOrders,
  readHistory,
  readWorkOrder,
];
const patterns = savedEndpoints.map(
  ({ path, response }) =>
    ({ pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "\\d+")}$`), response }) as const,
);

interface SavedResponse {
  key: readonly unknown[];
  data: unknown;
  loadedAt: number;
}

/** Stores the responses of one user. */
export interface SavedResponseStore {
  read(): Promise<SavedResponse[]>;
  write(responses: readonly SavedResponse[]): Promise<void>;
}

const saveIntervalMs = 5_000;
/** Only the newest are saved. */
const maxResponses = 100;

/**
 * Whether the data belongs to one of the saved endpoints and matches its contract. A page of a list has
 * `rows`, and a growing list has `pages`.
 */
function isSaved(key: readonly unknown[], data: unknown): boolean {
  const [path] = key;
  const known = typeof path === "string" ? patterns.find(({ pattern }) => pattern.test(path)) : undefined;
  const parts: readonly unknown[] = Object(data).pages ?? [data];
  return parts.every((part) => known?.response.safeParse(Object(part).rows ?? part).success === true);
}

/** Saves the loaded responses, and later ones as they arrive. Returns a function that stops saving. */
export function saveResponses(store: SavedResponseStore): () => void {
  async function save(): Promise<void> {
    const responses = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state: { data } }) => isSaved(queryKey, data))
      .map(({ queryKey: key, state: { data, dataUpdatedAt: loadedAt } }) => ({ key, data, loadedAt }));
    if (responses.length === 0) return;
    const newHashes = new Set(responses.map(({ key }) => hashKey(key)));
    const others = (await store.read()).filter(({ key }) => !newHashes.has(hashKey(key)));
    await store.write(
      [...responses, ...others].sort((a, b) => b.loadedAt - a.loadedAt).slice(0, maxResponses),
    );
  }
  // If storage is full or unavailable, nothing is saved.
  const scheduler = coalesce<"responses">(saveIntervalMs, () => void save().catch(() => undefined));
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") scheduler.add("responses");
  });
  // The first page has usually loaded by now.
  scheduler.add("responses");
  return () => {
    scheduler.cancel();
    unsubscribe();
  };
}

/** Fills the query cache with the saved responses, except where it already has data. */
export async function restoreResponses(store: SavedResponseStore): Promise<void> {
  for (const { key, data, loadedAt } of await store.read().catch(() => [])) {
    if (!isSaved(key, data) || queryClient.getQueryData(key) !== undefined) continue;
    queryClient.setQueryData(key, data, { updatedAt: loadedAt });
  }
}

const storeName = "responses";

/** Stores the responses in IndexedDB until the user signs out. */
export const createSavedResponseStore = (userId: number): SavedResponseStore => ({
  async read() {
    if (!hasSavedResponses(userId)) return [];
    return ((await withDatabase((database) => database.get(storeName, userId))) as SavedResponse[]) ?? [];
  },
  async write(responses) {
    markSavedResponses(userId);
    if (!hasSavedResponses(userId)) return;
    await withDatabase((database) => database.put(storeName, responses, userId));
    // The user might have signed out during the write.
    if (!hasSavedResponses(userId)) deleteSavedResponses();
  },
});

/** Opens the database only while `run` needs it, so that signing out can delete it. */
async function withDatabase<Result>(
  run: (database: Awaited<ReturnType<typeof openDB>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB(savedResponsesDatabase, 1, {
    upgrade: (newDatabase) => void newDatabase.createObjectStore(storeName),
  });
  return run(database).finally(() => database.close());
}
