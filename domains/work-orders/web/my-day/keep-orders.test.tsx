import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/query-client.ts";
import { setServerReachable } from "#web/session/connection.ts";
import type { WorkOrder } from "../../contract.ts";
import type { MyDay, OrderOfMyDay } from "../../my-day-contract.ts";
import { buildingsQuery, historyQuery, myDayQuery, orderQuery } from "../queries.ts";
import { entryOf, imageOf, orderOf } from "../testing/orders.ts";
import { fillFromKept, keepOrders, keptEveryMs, photoBytesMax } from "./keep-orders.ts";
import type { KeptDay, KeptStore } from "./kept-store.ts";

const userId = 5;
const of = (id: number, facts: Partial<WorkOrder> = {}): OrderOfMyDay => ({
  order: orderOf(id, { assignee: { id: userId, fullName: "Theo Unger" }, ...facts }),
  contacts: [],
  earlier: [],
  history: [entryOf(id)],
});

const buildings = [{ id: 3, name: "Harbor House", address: "1 Quay", image: null }];

/** A device's storage, and a server with this day whose photos have the given bytes. */
function device(day: MyDay, bytesOf: (address: string) => number = () => 1_000) {
  let kept: KeptDay | undefined;
  const photos = new Map<string, Blob>();
  const asked: string[] = [];
  const store: KeptStore = {
    read: async () => kept,
    write: async (next) => void (kept = next),
    hasPhoto: async (address) => photos.has(address),
    addPhoto: async (address, photo) => void photos.set(address, photo),
    async removePhotosBut(addresses) {
      for (const address of photos.keys()) if (!addresses.includes(address)) photos.delete(address);
    },
  };
  const server = { day };
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/api/buildings") return Response.json(buildings);
    asked.push(address);
    if (address === "/api/my-day") return Response.json(server.day);
    return { ok: true, blob: async () => ({ size: bytesOf(address) }) };
  });
  return { store, photos, asked, server, kept: () => kept };
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
const askedForDay = (asked: readonly string[]) => asked.filter((address) => address === "/api/my-day").length;

describe("a technician's orders", () => {
  it("are kept at the start, with thumbnails before photos, and not again while nothing changes", async () => {
    const day = {
      own: [of(1, { images: [imageOf(1), imageOf(2)] })],
      hasMore: false,
      unassigned: [of(2, { images: [imageOf(3)] })],
    };
    const { store, photos, asked, kept } = device(day);
    const stop = keepOrders(userId, store);
    await soon();
    expect(kept()).toMatchObject({ userId, buildings, day: { own: [{ order: { id: 1 } }] } });
    expect(asked.slice(1)).toEqual([
      "/api/work-orders/7/images/1?size=thumbnail",
      "/api/work-orders/7/images/2?size=thumbnail",
      "/api/work-orders/7/images/3?size=thumbnail",
      "/api/work-orders/7/images/1",
      "/api/work-orders/7/images/2",
    ]);
    expect(photos.size).toBe(5);
    await vi.advanceTimersByTimeAsync(5 * keptEveryMs);
    expect(asked).toHaveLength(6);
    stop();
  });

  it("are read again after changes, at most once a minute; kept photos are not, and those of done work go", async () => {
    const first = of(1, { images: [imageOf(1)] });
    const { store, photos, asked, server, kept } = device({ own: [first], hasMore: false, unassigned: [] });
    const stop = keepOrders(userId, store);
    await soon();
    server.day = { own: [of(2, { images: [imageOf(2)] })], hasMore: false, unassigned: [] };
    for (let change = 0; change < 3; change += 1) {
      await queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
      await soon();
    }
    expect(askedForDay(asked)).toBe(1);
    await vi.advanceTimersByTimeAsync(keptEveryMs);
    expect(askedForDay(asked)).toBe(2);
    expect(kept()).toMatchObject({ day: { own: [{ order: { id: 2 } }] } });
    expect([...photos.keys()]).toEqual([
      "/api/work-orders/7/images/2?size=thumbnail",
      "/api/work-orders/7/images/2",
    ]);
    server.day = { ...server.day, hasMore: true };
    await queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
    await vi.advanceTimersByTimeAsync(keptEveryMs);
    expect(asked.filter((address) => address.endsWith("images/2"))).toHaveLength(1);
    stop();
  });

  it("keep their photos when the network goes away, and get the others when it is back", async () => {
    const first = of(1, { images: [imageOf(1)] });
    const { store, photos, server } = device({ own: [first], hasMore: false, unassigned: [] });
    const stop = keepOrders(userId, store);
    await soon();
    const fetchThere = fetch;
    server.day = { own: [of(2, { images: [imageOf(2)] }), first], hasMore: false, unassigned: [] };
    vi.stubGlobal("fetch", (address: string) =>
      address.includes("/images/") ? Promise.reject(new TypeError("Failed to fetch")) : fetchThere(address),
    );
    const changes = () => queryClient.invalidateQueries({ queryKey: myDayQuery.queryKey });
    await changes();
    await vi.advanceTimersByTimeAsync(keptEveryMs);
    expect([...photos.keys()].every((address) => address.includes("images/1"))).toBe(true);
    expect(photos.size).toBe(2);
    vi.stubGlobal("fetch", fetchThere);
    await changes();
    await vi.advanceTimersByTimeAsync(keptEveryMs);
    expect(photos.size).toBe(4);
    stop();
  });

  it("are kept with no more photos than fit", async () => {
    const images = [imageOf(1), imageOf(2), imageOf(3)];
    const { store, photos } = device(
      { own: [of(1, { images })], hasMore: false, unassigned: [] },
      (address) => (address.includes("thumbnail") ? 1 : photoBytesMax / 2 - 10),
    );
    const stop = keepOrders(userId, store);
    await soon();
    expect([...photos.keys()].filter((address) => !address.includes("thumbnail"))).toEqual([
      "/api/work-orders/7/images/1",
      "/api/work-orders/7/images/2",
    ]);
    stop();
  });

  it("stay as they are without a network, and while the storage is full", async () => {
    const { store, asked, kept } = device({ own: [of(1)], hasMore: false, unassigned: [] });
    setServerReachable(false);
    const stop = keepOrders(userId, store);
    await soon();
    expect(asked).toEqual([]);
    stop();
    setServerReachable(true);
    const ended = keepOrders(userId, { ...store, write: () => Promise.reject(new Error("Full.")) });
    await soon();
    expect(kept()).toBeUndefined();
    ended();
  });

  it("are no longer kept once the user has left", async () => {
    const { store, asked, kept } = device({ own: [of(1)], hasMore: false, unassigned: [] });
    keepOrders(userId, store)();
    await soon();
    expect(asked).toEqual([]);
    expect(kept()).toBeUndefined();
  });
});

describe("a start without a network", () => {
  const keptAt = "2026-12-01T15:40:00Z";
  it("fills the day, the orders and their logs, but nothing that is there already", async () => {
    const { store } = device({ own: [], hasMore: false, unassigned: [] });
    const day = { own: [of(1), of(2)], hasMore: false, unassigned: [of(3)] };
    await store.write({ userId, keptAt, day, buildings, photos: {} });
    queryClient.setQueryData(orderQuery(2).queryKey, orderOf(2, { title: "Read later" }));
    await fillFromKept(userId, store);
    expect(queryClient.getQueryData(myDayQuery.queryKey)?.own).toHaveLength(2);
    expect(queryClient.getQueryData(orderQuery(1).queryKey)?.title).toBe("Fault number 1");
    expect(queryClient.getQueryData(orderQuery(2).queryKey)?.title).toBe("Read later");
    expect(queryClient.getQueryData(historyQuery(3).queryKey)?.[0]?.id).toBe(3);
    expect(queryClient.getQueryData(buildingsQuery.queryKey)).toEqual(buildings);
    expect(queryClient.getQueryState(orderQuery(1).queryKey)?.dataUpdatedAt).toBe(Date.parse(keptAt));
  });

  it.each([
    ["of somebody else", { userId: 9, day: { own: [of(1)], hasMore: false, unassigned: [] } }],
    ["in the form of another version", { day: { own: "some" } }],
  ])("shows nothing %s", async (_, record) => {
    const { store } = device({ own: [], hasMore: false, unassigned: [] });
    await store.write({ userId, keptAt, photos: {}, ...record });
    await fillFromKept(userId, store);
    expect(queryClient.getQueryData(myDayQuery.queryKey)).toBeUndefined();
  });
});
