import { type Photo } from "#web/offline-queue/change.ts";
import { shrinkPhoto } from "#web/offline-queue/shrink-photo.ts";
import type { PhotoLabel, WorkOrder } from "../../contract.ts";
import type { FilesToAdd } from "../files/send-files.ts";
import type { Report } from "../report/send-report.ts";
import { getResponse, loadOfflineQueue, saveChange } from "./save-change.ts";

/**
 * Saves each photo as a separate change, so that they're sent one by one, and waits for the responses.
 * @returns the work order with all photos, or null if some are sent later
 */
export async function savePhotos(
  orderId: number,
  { files, fields, onProgress, onSaved }: FilesToAdd,
): Promise<WorkOrder | null> {
  const { enqueue } = await loadOfflineQueue();
  const label = (fields["label"] ?? "") as PhotoLabel | "";
  const pending = [];
  for (const file of files) {
    const photos = [await shrinkPhoto(file)];
    const { settled } = await enqueue({ kind: "photo", orderId, payload: { label }, photos });
    onSaved?.(file);
    pending.push(settled);
  }
  let sent = 0;
  for (const settled of pending)
    void settled.then(() => {
      sent += 1;
      onProgress(sent / files.length);
    });
  const all = await Promise.all(pending);
  const rejected = all.find(({ state }) => state === "rejected");
  const queued = all.find(({ state }) => state === "saved");
  const last = rejected ?? queued ?? all.at(-1);
  return last === undefined ? null : getResponse<"photo">(last);
}

/** Saves a report with its photos. */
export async function saveReport({
  photos,
  idempotencyKey: _,
  onProgress: __,
  signal: ___,
  ...fields
}: Report) {
  const shrunk: Photo[] = [];
  for (const photo of photos) shrunk.push(await shrinkPhoto(photo));
  return saveChange({ kind: "report", payload: fields, photos: shrunk });
}
