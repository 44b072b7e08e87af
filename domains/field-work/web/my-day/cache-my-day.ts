import { hashKey, QueryObserver } from "@tanstack/react-query";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { buildingsQuery, historyQuery, workOrderQuery } from "#domains/work-orders/web/queries.ts";
import { coalesce } from "#web/coalesce.ts";
import { queryClient } from "#web/query-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { type MyDay, type MyDayWorkOrder, readMyDay } from "../../my-day-contract.ts";
import { setCachedDayState } from "./cached-day-state.ts";
import { type CachedDay, type CachedDayStore, createCachedDayStore } from "./cached-day-store.ts";
import { myDayQuery } from "./my-day-query.ts";

export const cacheIntervalMs = 60_000;
/** The limit for saved photos. Thumbnails come first. */
export const photoBytesMax = 50 * 1024 * 1024;

/**
 * Saves a technician's day on this device for offline use: at startup, when the network is back, and after
 * changes, no more than once a minute. Returns a function that stops it.
 */
export function cacheMyDay(userId: number, store: CachedDayStore = createCachedDayStore(userId)): () => void {
  // Only observes, and retains the data while no page shows it.
  const observer = new QueryObserver(queryClient, { ...myDayQuery, enabled: false });
  let lastSaved: MyDay | undefined;
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const isActive = () => !isStopped;

  async function save(): Promise<void> {
    const day = isServerReachable() && isActive() ? await readDay() : undefined;
    if (day === undefined || day === lastSaved || !isActive()) return;
    if (await saveDay(store, { userId, day, isActive })) lastSaved = day;
  }
  const scheduler = coalesce<"day">(cacheIntervalMs, () => {
    // Storage might be full or unavailable. Then nothing is saved.
    running = running.then(save).catch(() => undefined);
  });
  const unsubscribeFromDay = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== lastSaved) scheduler.add("day");
  });
  const unsubscribeFromCache = queryClient.getQueryCache().subscribe((event) => {
    if (
      event.type === "updated" &&
      event.action.type === "invalidate" &&
      event.query.queryHash === hashKey(myDayQuery.queryKey)
    )
      scheduler.add("day");
  });
  scheduler.add("day");
  return () => {
    isStopped = true;
    scheduler.cancel();
    unsubscribeFromDay();
    unsubscribeFromCache();
    setCachedDayState(null);
  };
}

/** Queries that a page shows are refetched by the page. */
async function readDay(): Promise<MyDay | undefined> {
  const query = queryClient.getQueryCache().find<MyDay>({ queryKey: myDayQuery.queryKey });
  const isFresh = query?.state.data !== undefined && (!query.state.isInvalidated || query.isActive());
  if (isFresh) return query.state.data;
  return queryClient.fetchQuery({ ...myDayQuery, staleTime: 0 }).catch(() => undefined);
}

interface DayToSave {
  userId: number;
  day: MyDay;
  isActive: () => boolean;
}

/**
 * Saves the work orders first, with the photos saved earlier, and then the photos, one by one. Returns
 * whether everything that fits was fetched.
 */
async function saveDay(store: CachedDayStore, { userId, day, isActive }: DayToSave): Promise<boolean> {
  const before = await store.read();
  const savedPhotos = before?.userId === userId ? before.photos : {};
  const wanted = listPhotos(day);
  const stillNeeded = Object.fromEntries(
    Object.entries(savedPhotos).filter(([address]) => wanted.includes(address)),
  );
  const buildings = await queryClient.fetchQuery(buildingsQuery).catch(() => before?.buildings);
  const saved: CachedDay = {
    userId,
    cachedAt: new Date().toISOString(),
    day,
    buildings,
    photos: stillNeeded,
  };
  await store.write(saved);
  show(saved);
  const { photos, isComplete } = await savePhotos(store, { wanted, stillNeeded, isActive });
  if (!isActive()) return false;
  await store.write({ ...saved, photos });
  show({ ...saved, photos });
  return isComplete;
}

const isThumbnail = (address: string) => address.includes("size=thumbnail");

/** Returns the URLs of all photos of a day, in order of importance. */
function listPhotos({ assigned, unassigned }: MyDay): string[] {
  const images = (orders: MyDayWorkOrder[]) => orders.flatMap(({ order }) => order.images);
  return [
    ...images(assigned).map(({ thumbnailUrl }) => thumbnailUrl),
    ...assigned.flatMap(({ order }) => order.signatures.map(({ url }) => url)),
    ...images(unassigned).map(({ thumbnailUrl }) => thumbnailUrl),
    ...images(assigned).map(({ url }) => url),
  ];
}

interface PhotosToSave {
  wanted: readonly string[];
  stillNeeded: Readonly<Record<string, number>>;
  isActive: () => boolean;
}

interface SavedPhotos {
  /** The size of each photo in bytes, by URL. */
  photos: Record<string, number>;
  /** False if the server couldn't be reached for some photos. */
  isComplete: boolean;
}

/** Saves photos up to the limit. Offline, the photos saved earlier stay. */
async function savePhotos(
  store: CachedDayStore,
  { wanted, stillNeeded, isActive }: PhotosToSave,
): Promise<SavedPhotos> {
  const photos: Record<string, number> = {};
  let bytes = 0;
  let isComplete = true;
  for (const address of wanted) {
    if (!isActive()) return { photos, isComplete: false };
    if (!isComplete && stillNeeded[address] === undefined) continue;
    const size = await savePhoto(store, address, {
      bytesMax: photoBytesMax - bytes,
      savedBytes: stillNeeded[address],
    });
    if (size === "no room") break;
    if (size === "unreachable") isComplete = false;
    if (typeof size !== "number") continue;
    photos[address] = size;
    bytes += size;
  }
  await store.removeOtherPhotos(Object.keys(photos));
  return { photos, isComplete };
}

/** Returns the size of the saved photo in bytes. Undefined if the server has no such photo. */
async function savePhoto(
  store: CachedDayStore,
  address: string,
  { bytesMax, savedBytes }: { bytesMax: number; savedBytes: number | undefined },
): Promise<number | "no room" | "unreachable" | undefined> {
  if (savedBytes !== undefined && (await store.hasPhoto(address)))
    return savedBytes > bytesMax ? "no room" : savedBytes;
  const photo = await fetchPhoto(address);
  if (photo === "unreachable" || photo === undefined) return photo;
  if (photo.size > bytesMax) return "no room";
  // The storage might be full.
  return store.addPhoto(address, photo).then(
    () => photo.size,
    () => "no room",
  );
}

async function fetchPhoto(address: string): Promise<Blob | "unreachable" | undefined> {
  try {
    const response = await fetch(address, { credentials: "include" });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return "unreachable";
  }
}

const show = ({ cachedAt, day, photos }: CachedDay) =>
  setCachedDayState({
    cachedAt,
    workOrders: (day as MyDay).assigned.length,
    photos: Object.keys(photos).filter((address) => !isThumbnail(address) && address.includes("/images/"))
      .length,
  });

/** Fills the query cache with this user's saved day, where it has nothing newer. */
export async function restoreCachedDay(
  userId: number,
  store: CachedDayStore = createCachedDayStore(userId),
): Promise<void> {
  const saved = await store.read().catch(() => undefined);
  if (saved === undefined || saved.userId !== userId) return;
  // A later version of the program might not be able to parse the saved day.
  const day = readMyDay.response.safeParse(saved.day).data;
  if (day === undefined) return;
  show({ ...saved, day });
  const updatedAt = { updatedAt: Date.parse(saved.cachedAt) };
  const isMissing = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.getQueryData(queryKey) === undefined;
  if (isMissing(myDayQuery)) queryClient.setQueryData(myDayQuery.queryKey, day, updatedAt);
  const buildings = listBuildings.response.safeParse(saved.buildings).data;
  if (buildings !== undefined && isMissing(buildingsQuery))
    queryClient.setQueryData(buildingsQuery.queryKey, buildings, updatedAt);
  for (const { order, history } of [...day.assigned, ...day.unassigned]) {
    const workOrderCache = workOrderQuery(order.id);
    const historyCache = historyQuery(order.id);
    if (isMissing(workOrderCache)) queryClient.setQueryData(workOrderCache.queryKey, order, updatedAt);
    if (isMissing(historyCache)) queryClient.setQueryData(historyCache.queryKey, history, updatedAt);
  }
}
