import {
  getChangeDetails,
  getChangeTitle,
  getSignatureImage,
  nameChangedWorkOrder,
} from "#domains/work-orders/web/offline-queue/change-texts.ts";
import type { Change } from "#web/offline-queue/change.ts";
import type { OfflineQueue } from "#web/offline-queue/offline-queue.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";

/** Formats a change as text for pasting elsewhere, with its times in the property's time zone if it's known. */
export function formatChange(change: Change, timeZone: string | undefined): string {
  const order = nameChangedWorkOrder(change);
  const heading = [getChangeTitle(change), order, formatMomentThere(change.happenedAt, timeZone)]
    .filter(Boolean)
    .join(", ");
  return [heading, getChangeDetails(change, timeZone), change.reason].filter(Boolean).join("\n");
}

/** Downloads changes with their text, photos, and signatures as one file that any browser can open. */
export async function exportChanges(
  queue: OfflineQueue,
  changes: readonly Change[],
  findTimeZone: (change: Change) => string | undefined,
): Promise<void> {
  const parts: BlobPart[] = [
    `<!doctype html><meta charset="utf-8"><title>Unsent changes</title><h1>Unsent changes</h1>\n`,
  ];
  for (const change of changes) {
    parts.push(
      `<pre style="white-space:pre-wrap">${escapeHtml(formatChange(change, findTimeZone(change)))}</pre>\n`,
    );
    const signature = getSignatureImage(change);
    if (signature !== undefined) parts.push(toImageHtml(signature));
    // One at a time, because together they might exceed a phone's memory.
    for (const { blob } of await queue.getPhotos(change.id))
      parts.push(new Blob([toImageHtml(await toDataUrl(blob))]));
  }
  const url = URL.createObjectURL(new Blob(parts, { type: "text/html" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "unsent-changes.html";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}

/** The browser has read the file by then. */
const urlLifetimeMs = 60_000;

const toImageHtml = (url: string) => `<p><img style="max-width:100%" src="${escapeHtml(url)}" alt=""></p>\n`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/** The file is assembled as text, so photos become data URLs. */
const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("Couldn't read the photo."));
    reader.readAsDataURL(blob);
  });
