import { type Photo } from "#web/offline-queue/change.ts";
import { shrinkPhoto } from "#web/offline-queue/shrink-photo.ts";
import type { PhotoLabel, WorkOrder } from "../../contract.ts";
import type { FilesToAdd } from "../files/send-files.ts";
import type { ProblemReport } from "../report/send-report.ts";
import { getResponse, loadOfflineQueue, saveChange } from "./save-change.ts";

/**
 * Saves each photo as a separate change, so that they're sent one by one, and waits for the responses.
 * @returns the work order with all photos, or null if some are sent later
 */
export async function savePhotos(
  orderId: number,
  { files, fields, onProgress, onSaved }: FilesToAdd,
): Promise<WorkOrder | null> {
  const { enqueue, getOfflineQueue } = await loadOfflineQueue();
  const label = (fields["label"] ?? "") as PhotoLabel | "";
  const settledPromises = [];
  const changeIds: string[] = [];
  for (const file of files) {
    const photos = [await shrinkPhoto(file)];
    const { id, settled } = await enqueue({ kind: "photo", orderId, payload: { label }, photos });
    onSaved?.(file);
    settledPromises.push(settled);
    changeIds.push(id);
  }
  let sentCount = 0;
  for (const settled of settledPromises)
    void settled.then(() => {
      sentCount += 1;
      onProgress(sentCount / files.length);
    });
  const results = await Promise.all(settledPromises);
  const rejectedResult = results.find(({ state }) => state === "rejected");
  const queuedResult = results.find(({ state }) => state === "saved");
  const result = rejectedResult ?? queuedResult ?? results.at(-1);
  const undo = async () => (await getOfflineQueue()).discard(changeIds);
  return result === undefined ? null : getResponse<"photo">(result, () => void undo());
}

/** Saves a report with its photos. */
export async function saveReport({
  photos,
  idempotencyKey: id,
  onProgress: __,
  signal: ___,
  ...fields
}: ProblemReport) {
  const shrunkPhotos: Photo[] = [];
  for (const photo of photos) shrunkPhotos.push(await shrinkPhoto(photo));
  return saveChange({ kind: "report", id, payload: fields, photos: shrunkPhotos });
}
