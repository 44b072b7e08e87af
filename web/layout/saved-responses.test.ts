import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/query-client.ts";
import { restoreResponses, type SavedResponseStore, saveResponses } from "./saved-responses.ts";

const historyKey = ["/api/work-orders/7/history"];
const otherKey = ["/api/notifications"];

function createStore() {
  let saved: Parameters<SavedResponseStore["write"]>[0] = [];
  const store: SavedResponseStore = {
    read: async () => [...saved],
    write: async (responses) => void (saved = responses),
  };
  return { store, saved: () => saved };
}

beforeEach(() => queryClient.clear());
afterEach(() => queryClient.clear());

const pageKey = ["/api/payments", { page: 1 }];

test("responses of the saved calls are stored as they arrive and fill an empty cache", async () => {
  const { store, saved } = createStore();
  await store.write([{ key: pageKey, data: { rows: [], total: 0 }, loadedAt: 1 }]);
  const stop = saveResponses(store);
  queryClient.setQueryData(historyKey, []);
  queryClient.setQueryData(otherKey, []);
  await vi.waitFor(() => expect(saved().map(({ key }) => key)).toEqual([historyKey, pageKey]));
  stop();
  const loadedAt = queryClient.getQueryState(historyKey)?.dataUpdatedAt;
  queryClient.clear();
  await restoreResponses(store);
  expect(queryClient.getQueryState(historyKey)).toMatchObject({ data: [], dataUpdatedAt: loadedAt });
  expect(queryClient.getQueryData(pageKey)).toEqual({ rows: [], total: 0 });
  expect(queryClient.getQueryData(otherKey)).toBeUndefined();
});

test("a tenant's rejected payments and statements of operating expenses are saved", async () => {
  const { store, saved } = createStore();
  const keys = [["/api/manual-payment-confirmations"], ["/api/leases/7/recovery-statements"]];
  const stop = saveResponses(store);
  for (const key of keys) queryClient.setQueryData(key, []);
  await vi.waitFor(() => expect(saved().map(({ key }) => key)).toEqual(keys));
  stop();
});

test("the explanation of a balance is saved, including the parts loaded later", async () => {
  const { store } = createStore();
  const ledgerKey = ["/api/leases/7/ledger", "parts"];
  const data = { pages: [{ rows: [], total: 0, next: null }], pageParams: [null] };
  const stop = saveResponses(store);
  queryClient.setQueryData(ledgerKey, data);
  queryClient.setQueryData(["/api/leases/8/ledger", "parts"], {
    pages: [{ rows: "some" }],
    pageParams: [null],
  });
  await vi.waitFor(async () => expect((await store.read()).map(({ key }) => key)).toEqual([ledgerKey]));
  stop();
  queryClient.clear();
  await restoreResponses(store);
  expect(queryClient.getQueryData(ledgerKey)).toEqual(data);
});

test("responses loaded before saving starts are saved too", async () => {
  const { store, saved } = createStore();
  queryClient.setQueryData(historyKey, []);
  const stop = saveResponses(store);
  await vi.waitFor(() => expect(saved()).toHaveLength(1));
  stop();
});

test("a saved response in another version's format is ignored, and newer data is never replaced", async () => {
  const { store } = createStore();
  const newKey = ["/api/work-orders/8/history"];
  await store.write([
    { key: historyKey, data: "some", loadedAt: 1 },
    { key: newKey, data: [], loadedAt: 1 },
  ]);
  queryClient.setQueryData(newKey, ["newer"]);
  await restoreResponses(store);
  expect(queryClient.getQueryData(historyKey)).toBeUndefined();
  expect(queryClient.getQueryData(newKey)).toEqual(["newer"]);
});
