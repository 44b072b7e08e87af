import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import {
  conflictsQuery,
  historyQuery,
  myTimesQuery,
  propertiesQuery,
  workOrderQuery,
} from "#domains/work-orders/web/queries.ts";
import {
  buildEntry,
  buildImage,
  buildOpenConflict,
  buildWorkOrder,
} from "#domains/work-orders/web/testing/work-orders.ts";
import { queryClient } from "#web/query-client.ts";
import { setServerReachable } from "#web/session/connection.ts";
import type { MyDay, MyDayWorkOrder } from "../../my-day-contract.ts";
import { cacheIntervalMs, cacheMyDay, maxPhotoBytes, restoreCachedDay } from "./cache-my-day.ts";
import type { CachedDay, CachedDayStore } from "./cached-day-store.ts";
import { myDayQuery } from "./my-day-query.ts";

const userId = 5;
const of = (id: number, facts: Partial<WorkOrder> = {}): MyDayWorkOrder => ({
  order: buildWorkOrder(id, { assignee: { id: userId, fullName: "Theo Unger" }, ...facts }),
  contacts: [],
  earlier: [],
  history: [buildEntry(id)],
});

const buildings = [{ id: 3, name: "Harbor House", address: "1 Quay", image: null }];

const conflicts = [buildOpenConflict(4)];

const times = [{ workOrderId: 7, startedAt: "2026-12-01T16:00:00Z", endedAt: "2026-12-01T17:00:00Z" }];

/** A device's storage, and a server with this day whose photos have the given sizes. */
function device(day: MyDay, getBytes: (address: string) => number = () => 1_000) {
  let saved: CachedDay | undefined;
  const photos = new Map<string, Blob>();
  const requested: string[] = [];
  const store: CachedDayStore = {
    read: async () => saved,
    write: async (next) => void (saved = next),
    hasPhoto: async (address) => photos.has(address),
    addPhoto: async (address, photo) => void photos.set(address, photo),
    async removeOtherPhotos(addresses) {
      for (const address of photos.keys()) if (!addresses.includes(address)) photos.delete(address);
    },
  };
  const server = { day };
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/api/buildings") return Response.json(buildings);
    if (address === "/api/work-order-conflicts") return Response.json(conflicts);
    if (address === "/api/my-times") return Response.json(times);
    requested.push(address);
    if (address === "/api/my-day") return Response.json(server.day);
    return { ok: true, blob: async () => ({ size: getBytes(address) }) };
  });
  return { store, photos, requested, server, saved: () => saved };
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  setServerReachable(true);
});
const soon = () => vi.advanceTimersByTimeAsync(10);
const countDayRequests = (requested: readonly string[]) =>
  requested.filter((address) => address === "/api/my-day").length;

describe("saving My Day for offline use", () => {
  it("the offline cache saves My Day at startup, thumbnails first, and doesn't save it again until something changes", async () => {
    const day = {
      assigned: [of(1, { images: [buildImage(1), buildImage(2)] })],
      hasMore: false,
      unassigned: [of(2, { images: [buildImage(3)] })],
    };
    const { store, photos, requested, saved } = device(day);
    const stop = cacheMyDay(userId, store);
    await soon();
    expect(saved()).toMatchObject({
      userId,
      buildings,
      conflicts,
      times,
      day: { assigned: [{ order: { id: 1 } }] },
    });
    expect(requested.slice(1)).toEqual([
      "/api/work-orders/7/images/1?size=thumbnail",
      "/api/work-orders/7/images/2?size=thumbnail",
      "/api/work-orders/7/images/3?size=thumbnail",
      "/api/work-orders/7/images/1",
      "/api/work-orders/7/images/2",
    ]);
    expect(photos.size).toBe(5);
    await vi.advanceTimersByTimeAsync(5 * cacheIntervalMs);
    expect(requested).toHaveLength(6);
    stop();
  });

  it("the offline cache refetches after changes no more than once a minute, doesn't refetch saved photos, and removes photos of completed work", async () => {
    const first = of(1, { images: [buildImage(1)] });
    const { store, photos, requested, server, saved } = device({
      assigned: [first],
      hasMore: false,
      unassigned: [],
    });
    const stop = cacheMyDay(userId, store);
    await soon();
    server.day = { assigned: [of(2, { images: [buildImage(2)] })], hasMore: false, unassigned: [] };
    for (let change = 0; change < 3; change += 1) {
      await queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
      await soon();
    }
    expect(countDayRequests(requested)).toBe(1);
    await vi.advanceTimersByTimeAsync(cacheIntervalMs);
    expect(countDayRequests(requested)).toBe(2);
    expect(saved()).toMatchObject({ day: { assigned: [{ order: { id: 2 } }] } });
    expect([...photos.keys()]).toEqual([
      "/api/work-orders/7/images/2?size=thumbnail",
      "/api/work-orders/7/images/2",
    ]);
    server.day = { ...server.day, hasMore: true };
    await queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
    await vi.advanceTimersByTimeAsync(cacheIntervalMs);
    expect(requested.filter((address) => address.endsWith("images/2"))).toHaveLength(1);
    stop();
  });

  it("the offline cache keeps its photos when the network goes down and fetches the rest when it's back", async () => {
    const first = of(1, { images: [buildImage(1)] });
    const { store, photos, server } = device({ assigned: [first], hasMore: false, unassigned: [] });
    const stop = cacheMyDay(userId, store);
    await soon();
    const fetchThere = fetch;
    server.day = { assigned: [of(2, { images: [buildImage(2)] }), first], hasMore: false, unassigned: [] };
    vi.stubGlobal("fetch", (address: string) =>
      address.includes("/images/") ? Promise.reject(new TypeError("Failed to fetch")) : fetchThere(address),
    );
    const changes = () => queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
    await changes();
    await vi.advanceTimersByTimeAsync(cacheIntervalMs);
    expect([...photos.keys()].every((address) => address.includes("images/1"))).toBe(true);
    expect(photos.size).toBe(2);
    vi.stubGlobal("fetch", fetchThere);
    await changes();
    await vi.advanceTimersByTimeAsync(cacheIntervalMs);
    expect(photos.size).toBe(4);
    stop();
  });

  it("the offline cache saves only as many photos as fit", async () => {
    const images = [buildImage(1), buildImage(2), buildImage(3)];
    const { store, photos } = device(
      { assigned: [of(1, { images })], hasMore: false, unassigned: [] },
      (address) => (address.includes("thumbnail") ? 1 : maxPhotoBytes / 2 - 10),
    );
    const stop = cacheMyDay(userId, store);
    await soon();
    expect([...photos.keys()].filter((address) => !address.includes("thumbnail"))).toEqual([
      "/api/work-orders/7/images/1",
      "/api/work-orders/7/images/2",
    ]);
    stop();
  });

  it("the offline cache stays unchanged while the device is offline or its storage is full", async () => {
    const { store, requested, saved } = device({ assigned: [of(1)], hasMore: false, unassigned: [] });
    setServerReachable(false);
    const stop = cacheMyDay(userId, store);
    await soon();
    expect(requested).toEqual([]);
    stop();
    setServerReachable(true);
    const ended = cacheMyDay(userId, { ...store, write: () => Promise.reject(new Error("Full.")) });
    await soon();
    expect(saved()).toBeUndefined();
    ended();
  });

  it("the offline cache stops saving when the user signs out", async () => {
    const { store, requested, saved } = device({ assigned: [of(1)], hasMore: false, unassigned: [] });
    cacheMyDay(userId, store)();
    await soon();
    expect(requested).toEqual([]);
    expect(saved()).toBeUndefined();
  });
});

describe("starting offline", () => {
  const cachedAt = "2026-12-01T15:40:00Z";
  it("starting offline restores My Day, work orders, logs, conflicts, and times without replacing data that is already loaded", async () => {
    const { store } = device({ assigned: [], hasMore: false, unassigned: [] });
    const day = { assigned: [of(1), of(2)], hasMore: false, unassigned: [of(3)] };
    await store.write({ userId, cachedAt, day, buildings, conflicts, times, photoBytes: {} });
    queryClient.setQueryData(workOrderQuery(2).queryKey, buildWorkOrder(2, { title: "Read later" }));
    await restoreCachedDay(userId, store);
    expect(queryClient.getQueryData(myDayQuery.queryKey)?.assigned).toHaveLength(2);
    expect(queryClient.getQueryData(workOrderQuery(1).queryKey)?.title).toBe("Problem 1");
    expect(queryClient.getQueryData(workOrderQuery(2).queryKey)?.title).toBe("Read later");
    expect(queryClient.getQueryData(historyQuery(3).queryKey)?.[0]?.id).toBe(3);
    expect(queryClient.getQueryData(propertiesQuery.queryKey)).toEqual(buildings);
    expect(queryClient.getQueryData(conflictsQuery.queryKey)).toEqual(conflicts);
    expect(queryClient.getQueryData(myTimesQuery.queryKey)).toEqual(times);
    expect(queryClient.getQueryState(workOrderQuery(1).queryKey)?.dataUpdatedAt).toBe(Date.parse(cachedAt));
  });

  it.each([
    ["of another user", { userId: 9, day: { assigned: [of(1)], hasMore: false, unassigned: [] } }],
    ["in another version's format", { day: { assigned: "some" } }],
  ])("starting offline ignores a saved My Day %s", async (_, record) => {
    const { store } = device({ assigned: [], hasMore: false, unassigned: [] });
    await store.write({ userId, cachedAt, photoBytes: {}, ...record });
    await restoreCachedDay(userId, store);
    expect(queryClient.getQueryData(myDayQuery.queryKey)).toBeUndefined();
  });
});
