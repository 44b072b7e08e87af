import { formatPlanned, formatPlannedDay, formatVisit } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import type { ActionType, PhotoLabel } from "./contract.ts";
import { statusLabel } from "./status.ts";
import {
  type AskedWork,
  askedText,
  type FoundWork,
  foundText,
  type PauseReason,
  spanText,
  waitingText,
} from "./work.ts";

interface NamedFile {
  name: string;
  sha256: string;
}

interface Plan {
  plannedOn: string | null;
  estimateMinutes: number | null;
}

/** `from` and `to` are ids of people, `assignee` is the name of `to`; teams and rules are named as they were called then. */
interface Assignment {
  from: number | null;
  to: number | null;
  assignee?: string;
  team?: string;
  backTo?: string;
  /** For staff only. */
  rule?: string;
  reason?: string;
}

interface VisitChange {
  did: keyof typeof visitChanges;
  from: string;
  to: string;
  timeZone: string;
  note?: string;
}

const visitChanges = {
  proposed: "Visit proposed",
  /** There was no tenant to ask. */
  set: "Visit set",
  agreed: "Visit agreed",
  called_off: "Visit called off",
} as const;

interface Span {
  startedAt: string;
  /** Null while it runs. */
  endedAt: string | null;
}

type TimeChange =
  | { did: "started" }
  /** `minutes` in all, as another order was begun. */
  | { did: "stopped"; minutes: number }
  /** `of` is whose time it is, when somebody else's. */
  | { did: "added" | "removed"; span: Span; timeZone: string; of?: string; note?: string }
  | { did: "corrected"; from: Span; span: Span; timeZone: string; of?: string; note: string };

function timeText(change: TimeChange): string {
  if (change.did === "started") return "Work started";
  if (change.did === "stopped")
    return `Work stopped after ${formatHours(change.minutes)}, as another order was begun`;
  const whose = change.of === undefined ? "Time" : `Time of ${change.of}`;
  const note = change.note === undefined ? "" : `. ${change.note}`;
  const span = spanText(change.span, change.timeZone);
  return change.did === "corrected"
    ? `${whose} corrected from ${spanText(change.from, change.timeZone)} to ${span}${note}`
    : `${whose} ${change.did}: ${span}${note}`;
}

type ClashChange = { timeZone: string; asked: AskedWork } & (
  | { found: FoundWork }
  /** `of` is who had made the late change. */
  | { chosen: "used" | "left"; of: string }
);

function clashText(change: ClashChange): string {
  const asked = askedText(change.asked, change.timeZone);
  if ("found" in change)
    return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}, but ${foundText(change.found, change.timeZone)}. Both are kept until somebody chooses`;
  return change.chosen === "used"
    ? `Chosen: ${change.of} ${asked}`
    : `Chosen: left as it is, though ${change.of} ${asked}`;
}

interface SignedContent {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  /** The SHA-256 of each. */
  photos: readonly string[];
}

/** What was signed, where the order was something else by then, and in which of it. */
type SignedBefore = SignedContent & { differsIn: readonly (keyof SignedContent)[] };

function signedText({ differsIn, photos, ...facts }: SignedBefore): string {
  const signed = differsIn.map((field) =>
    field === "photos" ? countOfPhotos(photos.length) : `${field} "${facts[field]}"`,
  );
  return `. The order was changed before this came; signed was: ${signed.join(", ")}`;
}

const countOfPhotos = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);

/** The sentence of each kind of entry in the activity log, composed from the stored particulars. */
const texts = {
  created: ({ photos }: { photos: number; contentHash: string }) =>
    `Work order created${photos === 0 ? "" : ` with ${countOfPhotos(photos)}`}`,
  status_changed: ({ from, to }: { from: string; to: string }) =>
    `Status changed from ${statusLabel(from)} to ${statusLabel(to)}`,
  comment_added: ({ text }: { text: string }) => text,
  assigned: ({ assignee, team, backTo, rule, reason }: Assignment) => {
    const by = rule === undefined ? "" : ` by the rule "${rule}"`;
    if (assignee !== undefined) return `Assigned to ${assignee}${by}`;
    if (team !== undefined) return `Given to the team ${team}${by}`;
    const why = reason === undefined ? "" : `: ${reason}`;
    return backTo === undefined ? `Assignment taken back${why}` : `Handed back to the team ${backTo}${why}`;
  },
  /** Instants; `timeZone` is that of the building. */
  due_changed: ({ to, timeZone }: { from: string | null; to: string | null; timeZone: string }) =>
    to === null ? "Due time removed" : `Due ${formatPlanned(to, timeZone)}`,
  /** The visit as instants; `timeZone` is that of the building. */
  visit_changed: ({ did, from, to, timeZone, note }: VisitChange) =>
    `${visitChanges[did]}: ${formatVisit({ from, to }, timeZone)}${note === undefined ? "" : `. ${note}`}`,
  /** The day in the building's calendar and the estimate, as they are now. */
  planned: ({ to }: { from: Plan; to: Plan }) => {
    const takes = to.estimateMinutes === null ? "" : `, ${formatHours(to.estimateMinutes)}`;
    return to.plannedOn === null
      ? `Not planned for a certain day${takes}`
      : `Planned for ${formatPlannedDay(to.plannedOn)}${takes}`;
  },
  signature: ({
    signedBy,
    deviceOf,
    shown,
  }: {
    signatureId: number;
    signedBy: string;
    /** Whose account it was, when somebody else signed. */
    deviceOf?: string;
    contentHash: string;
    contentHashVersion: number;
    imageSha256: string;
    shown?: SignedBefore;
  }) =>
    `Signed by ${signedBy}${deviceOf === undefined ? "" : ` on the device of ${deviceOf}`}${shown === undefined ? "" : signedText(shown)}`,
  edited: ({ changes }: { changes: readonly { field: string; from: unknown; to: unknown }[] }) =>
    changes.some(({ field }) => field === "awaitingApproval")
      ? "The reporter was approved"
      : `Edited ${changes.map(({ field }) => field).join(", ")}`,
  /** The SHA-256 of each photo added, or of the one removed. */
  photos_changed: (
    change: { contentHash: string } & (
      | { added: readonly string[]; label: PhotoLabel | null }
      | { removed: string; imageId: number }
    ),
  ) =>
    "removed" in change
      ? "Photo removed"
      : `${countOfPhotos(change.added.length)} added${
          change.label === null ? "" : `, taken ${change.label} the work`
        }`,
  /** Name and SHA-256 of each file added, or of the one removed. */
  files_changed: (change: { added: readonly NamedFile[] } | { removed: NamedFile }) =>
    "removed" in change
      ? `File removed: ${change.removed.name}`
      : `${change.added.length === 1 ? "File" : `${change.added.length} files`} added: ${change.added
          .map(({ name }) => name)
          .join(", ")}`,
  /** Until is an instant; `timeZone` is that of the building. */
  pause_changed: (
    change: { ended: true } | { reason: PauseReason; until: string | null; timeZone: string },
  ) => ("ended" in change ? "Work goes on" : `Paused: ${waitingText(change, change.timeZone)}`),
  time_changed: timeText,
  clash: clashText,
  deleted: (_: Record<never, never>) => "Work order deleted",
} as const satisfies Record<ActionType, (particulars: never) => string>;

/** What an entry of the activity log stores of the event: its kind and the particulars of that kind. */
export type ActivityContent = {
  [K in ActionType]: { actionType: K; particulars: Parameters<(typeof texts)[K]>[0] };
}[ActionType];

export function activityText({ actionType, particulars }: ActivityContent): string {
  const text: (particulars: never) => string = texts[actionType];
  return text(particulars as never);
}
