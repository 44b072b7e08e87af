import { formatMoment } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { Change } from "#web/offline-queue/change.ts";
import { pauseReasonLabels } from "../../work.ts";
import type { ChangeKind, Payloads } from "./change-types.ts";

type Titles = { [K in ChangeKind]: (payload: Payloads[K]) => string };

const changeTitles: Titles = {
  "assign-to-me": () => "Assigned to you",
  unassign: () => "Released",
  start: () => "Started",
  pause: () => "Paused",
  complete: () => "Completed",
  time: () => "Time",
  comment: ({ internal }) => (internal === true ? "Note for staff" : "Comment"),
  photo: ({ label }) => (label === "" ? "Photo" : `Photo ${label} work`),
  signature: ({ signedByName }) =>
    signedByName === undefined ? "Signature" : `Signature of ${signedByName}`,
  report: () => "New work order",
};

type Texts = { [K in ChangeKind]?: (payload: Payloads[K]) => string | undefined };

const changeTexts: Texts = {
  pause: ({ reason, until, note }) =>
    [
      reason === undefined
        ? undefined
        : `${reason === "break" ? "" : "Waiting: "}${pauseReasonLabels[reason]}`,
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

/** Returns a short title for a change. Types from a later version keep their raw name. */
export function getChangeTitle({ kind, payload }: Change): string {
  const title = changeTitles[kind as ChangeKind] as ((payload: unknown) => string) | undefined;
  return title?.(payload) ?? kind;
}

/** Returns the text that belongs to the change. */
export function getChangeText({ kind, payload }: Change): string | undefined {
  const text = changeTexts[kind as ChangeKind] as ((payload: unknown) => string | undefined) | undefined;
  return text?.(payload);
}

/** Returns the image that belongs to the change. */
export function getChangeSignature({ kind, payload }: Change): string | undefined {
  return kind === "signature" ? (payload as Payloads["signature"]).signature : undefined;
}

/** Returns the work order's number, such as `#WO-0012`. */
export function getChangeWorkOrder({ kind, orderRef }: Change): string | undefined {
  if (kind === "report") return undefined;
  return "id" in orderRef ? workOrderNumber(orderRef.id) : "your new work order";
}
