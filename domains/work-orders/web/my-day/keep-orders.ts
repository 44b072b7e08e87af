import { QueryObserver } from "@tanstack/react-query";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { coalesce } from "#web/live/coalesce.ts";
import { queryClient } from "#web/query-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { type MyDay, type OrderOfMyDay, readMyDay } from "../../my-day-contract.ts";
import { buildingsQuery, historyQuery, myDayQuery, orderQuery } from "../queries.ts";
import { showKept } from "./kept-state.ts";
import { type KeptDay, type KeptStore, keptStoreOf } from "./kept-store.ts";

export const keptEveryMs = 60_000;
/** Photos beyond these are not kept; thumbnails come first. */
export const photoBytesMax = 50 * 1024 * 1024;

/**
 * Keeps a technician's day on this device for when there is no network: at the start, when the network is back, and after
 * changes, at most once a minute. Returns what ends that.
 */
export function keepOrders(userId: number, store: KeptStore = keptStoreOf(userId)): () => void {
  // It only watches, and holds what was read while no page shows it.
  const observer = new QueryObserver(queryClient, { ...myDayQuery, enabled: false });
  let lastKept: MyDay | undefined;
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const isOn = () => !isStopped;

  async function keep(): Promise<void> {
    const day = isServerReachable() && isOn() ? await readDay() : undefined;
    if (day === undefined || day === lastKept || !isOn()) return;
    lastKept = day;
    await keepDay(store, { userId, day, isOn });
  }
  const soon = coalesce<"day">(keptEveryMs, () => {
    // Storage may be full or forbidden: then nothing is kept.
    running = running.then(keep).catch(() => undefined);
  });
  const leaveDay = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== lastKept) soon.add("day");
  });
  const leaveCache = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "invalidate" && isMyDay(event.query.queryKey))
      soon.add("day");
  });
  soon.add("day");
  return () => {
    isStopped = true;
    soon.cancel();
    leaveDay();
    leaveCache();
    showKept(null);
  };
}

const isMyDay = (queryKey: readonly unknown[]) => queryKey[0] === readMyDay.path;

/** What a page shows is read again by the page. */
async function readDay(): Promise<MyDay | undefined> {
  const query = queryClient.getQueryCache().find<MyDay>({ queryKey: myDayQuery.queryKey });
  const isFresh = query?.state.data !== undefined && (!query.state.isInvalidated || query.isActive());
  if (isFresh) return query.state.data;
  return queryClient.fetchQuery({ ...myDayQuery, staleTime: 0 }).catch(() => undefined);
}

interface Keeping {
  userId: number;
  day: MyDay;
  isOn: () => boolean;
}

/** The orders first, with the photos kept before; then the photos, one by one. */
async function keepDay(store: KeptStore, { userId, day, isOn }: Keeping): Promise<void> {
  const before = await store.read();
  const of = before?.userId === userId ? before.photos : {};
  const wanted = photosOf(day);
  const still = Object.fromEntries(Object.entries(of).filter(([address]) => wanted.includes(address)));
  const buildings = await queryClient.fetchQuery(buildingsQuery).catch(() => before?.buildings);
  const kept: KeptDay = { userId, keptAt: new Date().toISOString(), day, buildings, photos: still };
  await store.write(kept);
  show(kept);
  const photos = await keepPhotos(store, { wanted, still, isOn });
  if (!isOn()) return;
  await store.write({ ...kept, photos });
  show({ ...kept, photos });
}

const isThumbnail = (address: string) => address.includes("size=thumbnail");

/** The addresses of all photos of a day, the most needed first. */
function photosOf({ own, unassigned }: MyDay): string[] {
  const images = (orders: OrderOfMyDay[]) => orders.flatMap(({ order }) => order.images);
  return [
    ...images(own).map(({ thumbnailUrl }) => thumbnailUrl),
    ...own.flatMap(({ order }) => order.signatures.map(({ url }) => url)),
    ...images(unassigned).map(({ thumbnailUrl }) => thumbnailUrl),
    ...images(own).map(({ url }) => url),
  ];
}

interface PhotosToKeep {
  wanted: readonly string[];
  still: Readonly<Record<string, number>>;
  isOn: () => boolean;
}

/** Returns the bytes of each kept photo, by address. */
async function keepPhotos(
  store: KeptStore,
  { wanted, still, isOn }: PhotosToKeep,
): Promise<Record<string, number>> {
  const kept: Record<string, number> = {};
  let bytes = 0;
  for (const address of wanted) {
    if (!isOn()) return kept;
    const size = await keepPhoto(store, address, {
      bytesMax: photoBytesMax - bytes,
      bytesBefore: still[address],
    });
    if (size === "stop") break;
    if (size === undefined) continue;
    kept[address] = size;
    bytes += size;
  }
  await store.removePhotosBut(Object.keys(kept));
  return kept;
}

/** The bytes of the kept photo; undefined without one; `stop` when no more can be kept. */
async function keepPhoto(
  store: KeptStore,
  address: string,
  { bytesMax, bytesBefore }: { bytesMax: number; bytesBefore: number | undefined },
): Promise<number | "stop" | undefined> {
  if (bytesBefore !== undefined && (await store.hasPhoto(address)))
    return bytesBefore > bytesMax ? "stop" : bytesBefore;
  try {
    const response = await fetch(address, { credentials: "include" });
    if (!response.ok) return undefined;
    const photo = await response.blob();
    if (photo.size > bytesMax) return "stop";
    await store.addPhoto(address, photo);
    return photo.size;
  } catch {
    // The network is gone, or the storage is full.
    return "stop";
  }
}

const show = ({ keptAt, day, photos }: KeptDay) =>
  showKept({
    keptAt,
    orders: (day as MyDay).own.length,
    photos: Object.keys(photos).filter((address) => !isThumbnail(address) && address.includes("/images/"))
      .length,
  });

/** Fills the cache of the pages with what was kept for this user, as far as it has nothing newer. */
export async function fillFromKept(userId: number, store: KeptStore = keptStoreOf(userId)): Promise<void> {
  const kept = await store.read().catch(() => undefined);
  if (kept === undefined || kept.userId !== userId) return;
  // A later version of the program may not understand it any more.
  const day = readMyDay.response.safeParse(kept.day).data;
  if (day === undefined) return;
  show({ ...kept, day });
  const updatedAt = { updatedAt: Date.parse(kept.keptAt) };
  const isMissing = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.getQueryData(queryKey) === undefined;
  if (isMissing(myDayQuery)) queryClient.setQueryData(myDayQuery.queryKey, day, updatedAt);
  const buildings = listBuildings.response.safeParse(kept.buildings).data;
  if (buildings !== undefined && isMissing(buildingsQuery))
    queryClient.setQueryData(buildingsQuery.queryKey, buildings, updatedAt);
  for (const { order, history } of [...day.own, ...day.unassigned]) {
    const ofOrder = orderQuery(order.id);
    const ofHistory = historyQuery(order.id);
    if (isMissing(ofOrder)) queryClient.setQueryData(ofOrder.queryKey, order, updatedAt);
    if (isMissing(ofHistory)) queryClient.setQueryData(ofHistory.queryKey, history, updatedAt);
  }
}
