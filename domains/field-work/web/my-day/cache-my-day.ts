import { hashKey, QueryObserver } from "@tanstack/react-query";
import { listPropertyOptions } from "#domains/properties/choices-contract.ts";
import {
  conflictsQuery,
  historyQuery,
  myTimesQuery,
  propertiesQuery,
  workOrderQuery,
} from "#domains/work-orders/web/queries.ts";
import { listConflicts, listMyTimes } from "#domains/work-orders/work-contract.ts";
import { coalesce } from "#web/coalesce.ts";
import { queryClient } from "#web/query-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { type MyDay, type MyDayWorkOrder, readMyDay } from "../../my-day-contract.ts";
import { setCachedDayState } from "./cached-day-state.ts";
import { type CachedDay, type CachedDayStore, createCachedDayStore } from "./cached-day-store.ts";
import { myDayQuery } from "./my-day-query.ts";

export const cacheIntervalMs = 60_000;
/** The limit for saved photos. Thumbnails are saved first. */
export const maxPhotoBytes = 50 * 1024 * 1024;

/**
 * Saves a technician's day on this device for offline use: at startup, when the network is back, and after
 * changes, up to once a minute. Returns a function that stops this.
 */
export function cacheMyDay(userId: number, store: CachedDayStore = createCachedDayStore(userId)): () => void {
  // Keeps the data in the query cache while no page shows it. Doesn't fetch.
  const observer = new QueryObserver(queryClient, { ...myDayQuery, enabled: false });
  let lastSaved: MyDay | undefined;
  let isStopped = false;
  let lastSave: Promise<unknown> = Promise.resolve();
  const isActive = () => !isStopped;

  async function saveLatestDay(): Promise<void> {
    const day = isServerReachable() && isActive() ? await readDay() : undefined;
    if (day === undefined || day === lastSaved || !isActive()) return;
    if (await saveDay(store, { userId, day, isActive })) lastSaved = day;
  }
  const scheduler = coalesce<"day">(cacheIntervalMs, () => {
    // If storage is full or unavailable, nothing is saved.
    lastSave = lastSave.then(saveLatestDay).catch(() => undefined);
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

/** Returns the current day, fetched if it's outdated and no page refetches it. */
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
  const previousDay = await store.read();
  const savedPhotos = previousDay?.userId === userId ? previousDay.photoBytes : {};
  const wantedUrls = listPhotos(day);
  const reusablePhotos = Object.fromEntries(
    Object.entries(savedPhotos).filter(([url]) => wantedUrls.includes(url)),
  );
  const buildings = await queryClient.fetchQuery(propertiesQuery).catch(() => previousDay?.buildings);
  const conflicts = await queryClient.fetchQuery(conflictsQuery).catch(() => previousDay?.conflicts);
  const times = await queryClient.fetchQuery(myTimesQuery).catch(() => previousDay?.times);
  const cachedDay: CachedDay = {
    userId,
    cachedAt: new Date().toISOString(),
    day,
    buildings,
    conflicts,
    times,
    photoBytes: reusablePhotos,
  };
  await store.write(cachedDay);
  publishCachedDayState(cachedDay);
  const { photoBytes, isComplete } = await savePhotos(store, { wantedUrls, reusablePhotos, isActive });
  if (!isActive()) return false;
  await store.write({ ...cachedDay, photoBytes });
  publishCachedDayState({ ...cachedDay, photoBytes });
  return isComplete;
}

const isThumbnail = (url: string) => url.includes("size=thumbnail");

/** Returns the URLs of all photos of a day, in order of importance. */
function listPhotos({ assigned, unassigned }: MyDay): string[] {
  const getImages = (orders: MyDayWorkOrder[]) => orders.flatMap(({ order }) => order.images);
  return [
    ...getImages(assigned).map(({ thumbnailUrl }) => thumbnailUrl),
    ...assigned.flatMap(({ order }) => order.signatures.map(({ url }) => url)),
    ...getImages(unassigned).map(({ thumbnailUrl }) => thumbnailUrl),
    ...getImages(assigned).map(({ url }) => url),
  ];
}

interface PhotosToSave {
  wantedUrls: readonly string[];
  reusablePhotos: Readonly<Record<string, number>>;
  isActive: () => boolean;
}

interface SavedPhotos {
  /** The size of each photo in bytes, by URL. */
  photoBytes: Record<string, number>;
  /** False if the server couldn't be reached for some photos. */
  isComplete: boolean;
}

/** Saves photos up to the limit. Offline, photos saved earlier are kept. */
async function savePhotos(
  store: CachedDayStore,
  { wantedUrls, reusablePhotos, isActive }: PhotosToSave,
): Promise<SavedPhotos> {
  const photoBytes: Record<string, number> = {};
  let usedBytes = 0;
  let isComplete = true;
  for (const url of wantedUrls) {
    if (!isActive()) return { photoBytes, isComplete: false };
    if (!isComplete && reusablePhotos[url] === undefined) continue;
    const size = await savePhoto(store, url, {
      maxBytes: maxPhotoBytes - usedBytes,
      savedBytes: reusablePhotos[url],
    });
    if (size === "no room") break;
    if (size === "unreachable") isComplete = false;
    if (typeof size !== "number") continue;
    photoBytes[url] = size;
    usedBytes += size;
  }
  await store.removeOtherPhotos(Object.keys(photoBytes));
  return { photoBytes, isComplete };
}

/** Saves a photo. Returns its size in bytes, or undefined if the server doesn't have the photo. */
async function savePhoto(
  store: CachedDayStore,
  url: string,
  { maxBytes, savedBytes }: { maxBytes: number; savedBytes: number | undefined },
): Promise<number | "no room" | "unreachable" | undefined> {
  if (savedBytes !== undefined && (await store.hasPhoto(url)))
    return savedBytes > maxBytes ? "no room" : savedBytes;
  const photo = await fetchPhoto(url);
  if (photo === "unreachable" || photo === undefined) return photo;
  if (photo.size > maxBytes) return "no room";
  // The storage might be full.
  return store.addPhoto(url, photo).then(
    () => photo.size,
    () => "no room",
  );
}

async function fetchPhoto(url: string): Promise<Blob | "unreachable" | undefined> {
  try {
    const response = await fetch(url, { credentials: "include" });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return "unreachable";
  }
}

const publishCachedDayState = ({ cachedAt, day, photoBytes }: CachedDay) =>
  setCachedDayState({
    cachedAt,
    workOrderCount: (day as MyDay).assigned.length,
    photoCount: Object.keys(photoBytes).filter((url) => !isThumbnail(url) && url.includes("/images/")).length,
  });

/** Restores this user's saved day into the query cache, where it has nothing newer. */
export async function restoreCachedDay(
  userId: number,
  store: CachedDayStore = createCachedDayStore(userId),
): Promise<void> {
  const cachedDay = await store.read().catch(() => undefined);
  if (cachedDay === undefined || cachedDay.userId !== userId) return;
  // A later version of the app might not be able to parse the saved day.
  const day = readMyDay.response.safeParse(cachedDay.day).data;
  if (day === undefined) return;
  publishCachedDayState({ ...cachedDay, day });
  const updatedAt = Date.parse(cachedDay.cachedAt);
  const restore = ({ queryKey }: { queryKey: readonly unknown[] }, data: unknown) => {
    if (data !== undefined && queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt });
  };
  restore(myDayQuery, day);
  restore(propertiesQuery, listPropertyOptions.response.safeParse(cachedDay.buildings).data);
  restore(conflictsQuery, listConflicts.response.safeParse(cachedDay.conflicts).data);
  restore(myTimesQuery, listMyTimes.response.safeParse(cachedDay.times).data);
  for (const { order, history } of [...day.assigned, ...day.unassigned]) {
    restore(workOrderQuery(order.id), order);
    restore(historyQuery(order.id), history);
  }
}
