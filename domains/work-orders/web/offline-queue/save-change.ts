import { UnreachableError } from "#web/api-client.ts";
import { isServerReachable, useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { checkSession } from "#web/session/session-store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { ChangeKind, ChangeResponses } from "./change-types.ts";
import type { NewChange, SettledChange } from "./offline-queue.ts";

/** Whether the user's changes are saved on the phone first. Technicians often work without a network. */
export const useSavesOffline = (): boolean => useUser().role === "maintenance";

/** Whether the user's changes are saved on the phone if the server can't be reached. */
export const useSavesIfOffline = (): boolean => useUser().role === "tenant";

/**
 * Sends a change, or saves it if the server can't be reached. Fails if only this request got no response.
 * @returns null if it is saved on the phone and sent later, after a toast
 */
export async function sendOrSave<Result>(
  send: () => Promise<Result>,
  save: () => Promise<Result | null>,
): Promise<Result | null> {
  if (!isServerReachable()) return save();
  try {
    return await send();
  } catch (error) {
    if (error instanceof UnreachableError) await checkSession();
    if (!isServerReachable()) return save();
    throw error;
  }
}

/** Whether the user can record work now. */
export function useCanWork(): boolean {
  const isReachable = useIsServerReachable();
  return useSavesOffline() || isReachable;
}

// Loaded on demand: few users need the offline queue, and never on the first screen.
export const loadOfflineQueue = () => import("./offline-queue.ts");

/**
 * Saves a change and waits for the response.
 * @returns null if it is saved on the phone and sent later, after a toast
 * @throws ApiError if the server rejected it, StorageFullError
 */
export async function saveChange<K extends ChangeKind>(
  change: NewChange<K>,
): Promise<ChangeResponses[K] | null> {
  const { enqueueAndWait } = await loadOfflineQueue();
  return getResponse(await enqueueAndWait(change));
}

/** Like `saveChange`, for a change that is already saved. */
export function getResponse<K extends ChangeKind>(
  settled: SettledChange<K>,
  undo?: () => void,
): ChangeResponses[K] | null {
  if (settled.state === "rejected") throw settled.error;
  if (settled.state === "sent") return settled.response;
  notifySaved(undo);
  return null;
}

const notifySaved = (undo?: () => void) =>
  toast({
    title: "Saved on This Phone",
    description: "It will be sent when you're back online.",
    action: undo && { label: "Undo", onPress: undo },
  });
