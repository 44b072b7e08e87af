import { formatPlanned, formatPlannedDay, formatVisit } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import type { ActionType, PhotoLabel } from "./contract.ts";
import { statusLabel } from "./status.ts";
import type { TimeSpan } from "./time-entries.ts";
import {
  type ConflictSides,
  describeConflict,
  describePause,
  describeRequestedWork,
  formatTimeSpan,
  type PauseReason,
  type RequestedWork,
} from "./work.ts";

interface NamedFile {
  name: string;
  sha256: string;
}

interface Plan {
  plannedOn: string | null;
  estimateMinutes: number | null;
}

/**
 * `from` and `to` are user ids. `assignee` is the name of the person in `to`. Teams and rules keep the names
 * they had at the time.
 */
interface Assignment {
  from: number | null;
  to: number | null;
  assignee?: string;
  team?: string;
  backTo?: string;
  /** Shown to staff only. */
  rule?: string;
  reason?: string;
}

interface VisitChange {
  change: keyof typeof visitChangeLabels;
  from: string;
  to: string;
  timeZone: string;
  note?: string;
}

const visitChangeLabels = {
  proposed: "Visit proposed",
  /** There was no tenant to ask for confirmation. */
  set: "Visit scheduled",
  confirmed: "Visit confirmed",
  cancelled: "Visit cancelled",
} as const;

type TimeChange =
  | { change: "started" }
  /** The technician started another work order after `minutes` minutes. */
  | { change: "stopped"; minutes: number }
  /** `owner` is the name of the time entry's owner if someone else changed it. */
  | { change: "added" | "removed"; span: TimeSpan; timeZone: string; owner?: string; note?: string }
  | { change: "corrected"; from: TimeSpan; span: TimeSpan; timeZone: string; owner?: string; note: string };

function describeTimeChange(entry: TimeChange): string {
  if (entry.change === "started") return "Work started";
  if (entry.change === "stopped")
    return `Work stopped after ${formatHours(entry.minutes)} because another work order was started`;
  const time = entry.owner === undefined ? "Time" : `${entry.owner}'s time`;
  const span = formatTimeSpan(entry.span, entry.timeZone);
  const text =
    entry.change === "corrected"
      ? `${time} changed from ${formatTimeSpan(entry.from, entry.timeZone)} to ${span}`
      : entry.change === "added"
        ? `${time} added: ${span}`
        : `${time} removed: ${span}`;
  return entry.note === undefined ? text : `${text}. ${entry.note}`;
}

type ConflictChange = { timeZone: string; requested: RequestedWork } & (
  | Omit<ConflictSides, "requested">
  /** `madeBy` is the name of the person who made the late change. */
  | { outcome: "used" | "left"; madeBy: string }
);

function describeConflictChange(change: ConflictChange): string {
  if ("current" in change)
    return `${describeConflict(change, change.timeZone)} Both updates are on hold until someone chooses one`;
  const requested = describeRequestedWork(change.requested, change.timeZone);
  return change.outcome === "used"
    ? `Conflict resolved: kept ${change.madeBy}'s update (${requested})`
    : `Conflict resolved: work order left unchanged, even though ${change.madeBy} ${requested}`;
}

interface SignedContent {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  /** SHA-256 hashes. */
  photos: readonly string[];
}

/** The signed content and the fields that differ, if the work order changed before the signature arrived. */
type OutdatedContent = SignedContent & { differsIn: readonly (keyof SignedContent)[] };

const formatSignedContent = ({ differsIn, photos, ...fields }: OutdatedContent): string =>
  differsIn
    .map((field) => (field === "photos" ? formatPhotoCount(photos.length) : `${field} “${fields[field]}”`))
    .join(", ");

const formatPhotoCount = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);

/** Writes the sentence for each type of activity log entry from its stored details. */
const activityFormatters = {
  created: ({ photos }: { photos: number; contentHash: string }) =>
    `Work order created${photos === 0 ? "" : ` with ${formatPhotoCount(photos)}`}`,
  status_changed: ({ from, to }: { from: string; to: string }) =>
    `Status changed from ${statusLabel(from)} to ${statusLabel(to)}`,
  comment_added: ({ text }: { text: string }) => text,
  assigned: ({ assignee, team, backTo, rule, reason }: Assignment) => {
    const ruleSuffix = rule === undefined ? "" : ` by rule “${rule}”`;
    if (assignee !== undefined) return `Assigned to ${assignee}${ruleSuffix}`;
    if (team !== undefined) return `Assigned to team ${team}${ruleSuffix}`;
    const reasonSuffix = reason === undefined ? "" : `: ${reason}`;
    return backTo === undefined ? `Unassigned${reasonSuffix}` : `Returned to team ${backTo}${reasonSuffix}`;
  },
  /** `from` and `to` are instants. `timeZone` is the property's. */
  due_changed: ({ to, timeZone }: { from: string | null; to: string | null; timeZone: string }) =>
    to === null ? "Due date removed" : `Due ${formatPlanned(to, timeZone)}`,
  /** The start and end of the visit are instants. `timeZone` is the property's. */
  visit_changed: ({ change, from, to, timeZone, note }: VisitChange) =>
    `${visitChangeLabels[change]}: ${formatVisit({ from, to }, timeZone)}${note === undefined ? "" : `. ${note}`}`,
  /** The planned date, in the property's time zone, and the estimate after the change. */
  planned: ({ to }: { from: Plan; to: Plan }) => {
    const estimateSuffix = to.estimateMinutes === null ? "" : `, ${formatHours(to.estimateMinutes)}`;
    return to.plannedOn === null
      ? `Removed from the schedule${estimateSuffix}`
      : `Planned for ${formatPlannedDay(to.plannedOn)}${estimateSuffix}`;
  },
  signature: ({
    signedBy,
    deviceOwner: accountOwner,
    shown: displayedContent,
  }: {
    signatureId: number;
    signedBy: string;
    /** The account owner, if someone else signed. */
    deviceOwner?: string;
    contentHash: string;
    contentHashVersion: number;
    imageSha256: string;
    /** The content the device displayed, if the work order changed before the signature arrived. */
    shown?: OutdatedContent;
  }) => {
    const text =
      accountOwner === undefined
        ? `Signed by ${signedBy}`
        : `Signed by ${signedBy} on ${accountOwner}'s device`;
    return displayedContent === undefined
      ? text
      : `${text}. The work order changed before this signature arrived. Signed version: ${formatSignedContent(displayedContent)}`;
  },
  edited: ({ changes }: { changes: readonly { field: string; from: unknown; to: unknown }[] }) =>
    changes.some(({ field }) => field === "awaitingApproval")
      ? "Requester approved"
      : `Edited ${changes.map(({ field }) => field).join(", ")}`,
  /** SHA-256 hashes of the photos that were added, tagged, or removed. */
  photos_changed: (
    change: { contentHash: string } & (
      | { added: readonly string[]; label: PhotoLabel | null }
      | { tagged: string; imageId: number; label: PhotoLabel | null }
      | { removed: string; imageId: number }
    ),
  ) => {
    if ("removed" in change) return "Photo removed";
    const timing = change.label === null ? "" : `taken ${change.label} the work`;
    if ("tagged" in change) return timing === "" ? "Photo's tag removed" : `Photo tagged as ${timing}`;
    return `${formatPhotoCount(change.added.length)} added${timing === "" ? "" : `, ${timing}`}`;
  },
  /** Name and SHA-256 hash of each file that was added or removed. */
  files_changed: (change: { added: readonly NamedFile[] } | { removed: NamedFile }) =>
    "removed" in change
      ? `File removed: ${change.removed.name}`
      : `${change.added.length === 1 ? "File" : `${change.added.length} files`} added: ${change.added
          .map(({ name }) => name)
          .join(", ")}`,
  /** `until` is an instant. `timeZone` is the property's. */
  pause_changed: (
    change: { ended: true } | { reason: PauseReason; until: string | null; timeZone: string },
  ) => ("ended" in change ? "Work resumed" : `Paused: ${describePause(change, change.timeZone)}`),
  time_changed: describeTimeChange,
  conflict: describeConflictChange,
  deleted: (_: Record<never, never>) => "Work order deleted",
} as const satisfies Record<ActionType, (details: never) => string>;

/** The content of an activity log entry: its type and the details for that type. */
export type ActivityContent = {
  [K in ActionType]: { actionType: K; details: Parameters<(typeof activityFormatters)[K]>[0] };
}[ActionType];

export function describeActivity({ actionType, details }: ActivityContent): string {
  const format: (details: never) => string = activityFormatters[actionType];
  return format(details as never);
}
