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
    if (await keepDay(store, { userId, day, isOn })) lastKept = day;
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

/** The orders first, with the photos kept before; then the photos, one by one. Returns whether all was read that has room. */
async function keepDay(store: KeptStore, { userId, day, isOn }: Keeping): Promise<boolean> {
  const before = await store.read();
  const of = before?.userId === userId ? before.photos : {};
  const wanted = photosOf(day);
  const still = Object.fromEntries(Object.entries(of).filter(([address]) => wanted.includes(address)));
  const buildings = await queryClient.fetchQuery(buildingsQuery).catch(() => before?.buildings);
  const kept: KeptDay = { userId, keptAt: new Date().toISOString(), day, buildings, photos: still };
  await store.write(kept);
  show(kept);
  const { photos, isComplete } = await keepPhotos(store, { wanted, still, isOn });
  if (!isOn()) return false;
  await store.write({ ...kept, photos });
  show({ ...kept, photos });
  return isComplete;
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

interface KeptPhotos {
  /** The bytes of each, by address. */
  photos: Record<string, number>;
  /** False when the server could not be reached for some. */
  isComplete: boolean;
}

/** Without a network those kept before stay. */
async function keepPhotos(store: KeptStore, { wanted, still, isOn }: PhotosToKeep): Promise<KeptPhotos> {
  const photos: Record<string, number> = {};
  let bytes = 0;
  let isComplete = true;
  for (const address of wanted) {
    if (!isOn()) return { photos, isComplete: false };
    if (!isComplete && still[address] === undefined) continue;
    const size = await keepPhoto(store, address, {
      bytesMax: photoBytesMax - bytes,
      bytesBefore: still[address],
    });
    if (size === "no room") break;
    if (size === "unreachable") isComplete = false;
    if (typeof size !== "number") continue;
    photos[address] = size;
    bytes += size;
  }
  await store.removePhotosBut(Object.keys(photos));
  return { photos, isComplete };
}

/** The bytes of the kept photo; undefined when the server has none. */
async function keepPhoto(
  store: KeptStore,
  address: string,
  { bytesMax, bytesBefore }: { bytesMax: number; bytesBefore: number | undefined },
): Promise<number | "no room" | "unreachable" | undefined> {
  if (bytesBefore !== undefined && (await store.hasPhoto(address)))
    return bytesBefore > bytesMax ? "no room" : bytesBefore;
  const photo = await fetchPhoto(address);
  if (photo === "unreachable" || photo === undefined) return photo;
  if (photo.size > bytesMax) return "no room";
  // The storage may be full.
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
