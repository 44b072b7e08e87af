import { type Photo } from "#web/outbox/change.ts";
import { shrinkPhoto } from "#web/outbox/shrink-photo.ts";
import type { PhotoLabel, WorkOrder } from "../../contract.ts";
import type { FilesToAdd } from "../send-files.ts";
import type { Report } from "../send-report.ts";
import { answerOf, keepChange, loadOutbox } from "./keep-change.ts";

/**
 * Keeps each photo as a change of its own, so that they are sent one by one, and waits for the answers.
 * @returns the order with all of them; null when some are sent later
 */
export async function keepPhotos(
  orderId: number,
  { files, fields, onProgress, onKept }: FilesToAdd,
): Promise<WorkOrder | null> {
  const { keep } = await loadOutbox();
  const label = (fields["label"] ?? "") as PhotoLabel | "";
  const sending = [];
  for (const file of files) {
    const photos = [await shrinkPhoto(file)];
    const { settled } = await keep({ kind: "photo", orderId, payload: { label }, photos });
    onKept?.(file);
    sending.push(settled);
  }
  let sent = 0;
  for (const settled of sending)
    void settled.then(() => {
      sent += 1;
      onProgress(sent / files.length);
    });
  const all = await Promise.all(sending);
  const refused = all.find(({ state }) => state === "refused");
  const kept = all.find(({ state }) => state === "kept");
  const last = refused ?? kept ?? all.at(-1);
  return last === undefined ? null : answerOf<"photo">(last);
}

/** Keeps a report with its photos. */
export async function keepReport({
  photos,
  idempotencyKey: _,
  onProgress: __,
  signal: ___,
  ...fields
}: Report) {
  const shrunk: Photo[] = [];
  for (const photo of photos) shrunk.push(await shrinkPhoto(photo));
  return keepChange({ kind: "report", payload: fields, photos: shrunk });
}
