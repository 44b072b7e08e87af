import { formatMoment } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { Change } from "#web/offline-queue/change.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { pauseReasonLabels } from "../../work.ts";
import type { ChangeKind, Payloads } from "./change-types.ts";

type TitleFormatters = { [K in ChangeKind]: (payload: Payloads[K]) => string };

const titleFormatters: TitleFormatters = {
  "assign-to-me": () => "Assigned to you",
  unassign: () => "Released",
  start: () => "Started",
  pause: () => "Paused",
  complete: () => "Completed",
  time: () => "Time",
  comment: ({ internal }) => (internal === true ? "Note for staff" : "Comment"),
  photo: ({ label }) => (label === "" ? "Photo" : `Photo ${label} work`),
  signature: ({ signedByName }) => (signedByName === undefined ? "Signature" : `Signed by ${signedByName}`),
  report: () => "New work order",
};

type DetailFormatters = {
  [K in ChangeKind]?: (payload: Payloads[K], timeZone: string | undefined) => string | undefined;
};

const detailFormatters: DetailFormatters = {
  pause: ({ reason, until, note }, timeZone) =>
    [
      reason === undefined
        ? undefined
        : `${reason === "break" ? "" : "Waiting: "}${pauseReasonLabels[reason]}`,
      until == null ? undefined : `Until ${formatMomentThere(until, timeZone)}`,
      note,
    ]
      .filter(Boolean)
      .join("\n"),
  time: ({ startedAt, endedAt, note }, timeZone) =>
    [`${formatMoment(startedAt, timeZone)} to ${formatMomentThere(endedAt, timeZone)}`, note]
      .filter(Boolean)
      .join("\n"),
  comment: ({ text }) => text,
  report: ({ title, description, location }) =>
    [title, description, location].filter((part) => part !== undefined && part !== "").join("\n"),
};

/** Returns a short title for a change. Kinds from a newer version keep their raw name. */
export function getChangeTitle({ kind, payload }: Change): string {
  const format = titleFormatters[kind as ChangeKind] as ((payload: unknown) => string) | undefined;
  return format?.(payload) ?? kind;
}

/**
 * Returns what the user entered, such as the comment or the times. `timeZone` is the property's, or undefined
 * if this phone doesn't know it.
 */
export function getChangeDetails(
  { kind, payload }: Change,
  timeZone: string | undefined,
): string | undefined {
  const format = detailFormatters[kind as ChangeKind] as
    | ((payload: unknown, timeZone: string | undefined) => string | undefined)
    | undefined;
  return format?.(payload, timeZone);
}

/** Returns the image of a signature. */
export function getSignatureImage({ kind, payload }: Change): string | undefined {
  return kind === "signature" ? (payload as Payloads["signature"]).signature : undefined;
}

/** Names the changed work order: its number, or “your new work order” if it has none yet. */
export function nameChangedWorkOrder({ kind, orderRef }: Change): string | undefined {
  if (kind === "report") return undefined;
  return "id" in orderRef ? workOrderNumber(orderRef.id) : "your new work order";
}
