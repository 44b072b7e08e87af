import { formatMoment } from "#shared/format/dates.ts";
import type { Change } from "#web/outbox/change.ts";
import type { Outbox } from "#web/outbox/outbox.ts";
import { orderOf, signatureOf, textOf, titleOf } from "./change-texts.ts";

/** A change in words, to be pasted elsewhere. */
export function wordsOf(change: Change): string {
  const order = orderOf(change);
  const head = [titleOf(change), order, formatMoment(change.happenedAt)].filter(Boolean).join(", ");
  return [head, textOf(change), change.reason].filter(Boolean).join("\n");
}

/** Saves changes as one file that any browser opens: words, photos and signatures. */
export async function saveChanges(outbox: Outbox, changes: readonly Change[]): Promise<void> {
  const parts: BlobPart[] = [
    `<!doctype html><meta charset="utf-8"><title>Unsent changes</title><h1>Unsent changes</h1>\n`,
  ];
  for (const change of changes) {
    parts.push(`<pre style="white-space:pre-wrap">${escaped(wordsOf(change))}</pre>\n`);
    const signature = signatureOf(change);
    if (signature !== undefined) parts.push(imageOf(signature));
    // One after the other: together they may be larger than the memory of a phone.
    for (const { blob } of await outbox.photosOf(change.id))
      parts.push(new Blob([imageOf(await asDataUrl(blob))]));
  }
  const address = URL.createObjectURL(new Blob(parts, { type: "text/html" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "unsent-changes.html";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

/** By then the browser has read it. */
const revokeAfterMs = 60_000;

const imageOf = (address: string) => `<p><img style="max-width:100%" src="${escaped(address)}" alt=""></p>\n`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/** It is read as text. */
const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("The photo could not be read."));
    reader.readAsDataURL(blob);
  });
