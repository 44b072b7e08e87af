import { formatMoment } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { Change } from "#web/outbox/change.ts";
import { pauseReasonLabels } from "../../work.ts";
import type { Kind, Payloads } from "./change-kinds.ts";

type Titles = { [K in Kind]: (payload: Payloads[K]) => string };

const titles: Titles = {
  take: () => "Taken",
  "hand-back": () => "Handed back",
  start: () => "Started",
  pause: () => "Paused",
  complete: () => "Completed",
  time: () => "Time",
  comment: ({ internal }) => (internal === true ? "Note for staff" : "Comment"),
  photo: ({ label }) => (label === "" ? "Photo" : `Photo ${label} the work`),
  signature: ({ signedByName }) =>
    signedByName === undefined ? "Signature" : `Signature of ${signedByName}`,
  report: () => "New work order",
};

type Texts = { [K in Kind]?: (payload: Payloads[K]) => string | undefined };

const texts: Texts = {
  pause: ({ reason, until, note }) =>
    [
      reason === undefined ? undefined : `Waiting: ${pauseReasonLabels[reason]}`,
      until == null ? undefined : `Until ${formatMoment(until)}`,
      note,
    ]
      .filter(Boolean)
      .join("\n"),
  time: ({ startedAt, endedAt, note }) =>
    [`${formatMoment(startedAt)} to ${formatMoment(endedAt)}`, note].filter(Boolean).join("\n"),
  comment: ({ text }) => text,
  report: ({ title, description, location }) =>
    [title, description, location].filter((part) => part !== undefined && part !== "").join("\n"),
};

/** What was done, in a word or two; a kind of a later version has its name. */
export function titleOf({ kind, payload }: Change): string {
  const title = titles[kind as Kind] as ((payload: unknown) => string) | undefined;
  return title?.(payload) ?? kind;
}

/** What was written with it. */
export function textOf({ kind, payload }: Change): string | undefined {
  const text = texts[kind as Kind] as ((payload: unknown) => string | undefined) | undefined;
  return text?.(payload);
}

/** The image that is part of the change itself. */
export function signatureOf({ kind, payload }: Change): string | undefined {
  return kind === "signature" ? (payload as Payloads["signature"]).signature : undefined;
}

/** The order it was done to: `#WO-0012`. */
export function orderOf({ kind, orderRef }: Change): string | undefined {
  if (kind === "report") return undefined;
  return "id" in orderRef ? workOrderNumber(orderRef.id) : "your new work order";
}
