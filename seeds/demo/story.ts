import type { Category } from "#domains/work-orders/categories.ts";
import type { Priority } from "#domains/work-orders/priorities.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { PauseReason } from "#domains/work-orders/work.ts";
import type { WriteContent } from "./documents/document.ts";
import type { PersonKey } from "./people.ts";
import type { Shot } from "./photos.ts";

/** A work order's events in chronological order. `after` is in hours since it was created. */
export type Step =
  | { after: number; who: PersonKey; action: "assign"; to: PersonKey | null }
  | { after: number; who: PersonKey; action: "move"; to: Status }
  /** The due date, in days from today (negative if before), at that hour in Seattle. */
  | { after: number; who: PersonKey; action: "due"; inDays: number; at: string }
  /**
   * The planned day, in working days from today (0 is today, or Monday on a weekend), and the estimate in
   * minutes.
   */
  | { after: number; who: PersonKey; action: "plan"; workday: number; minutes: number }
  /** A visit proposed by staff or the tenant, in days from today, between those hours in Seattle. */
  | {
      after: number;
      who: PersonKey;
      action: "propose-visit";
      inDays: number;
      hours: readonly [from: string, to: string];
      note: string | undefined;
    }
  | { after: number; who: PersonKey; action: "confirm-visit" }
  /**
   * An update from a phone that was offline and didn't know the assignee. Work started `hours` before it
   * arrived.
   */
  | { after: number; who: PersonKey; action: "start-late"; hours: number }
  /** Starts a technician's timer, which runs until the work is paused or completed. */
  | { after: number; who: PersonKey; action: "start" }
  /** Until that hour in Seattle, in days from today. */
  | {
      after: number;
      who: PersonKey;
      action: "pause";
      reason: PauseReason;
      until: { inDays: number; at: string } | undefined;
    }
  /** A manual time entry of that many minutes, ending now. */
  | { after: number; who: PersonKey; action: "log-time"; minutes: number; note: string }
  | { after: number; who: PersonKey; action: "comment"; text: string; internal: boolean }
  | { after: number; who: PersonKey; action: "attach"; name: string; write: WriteContent; internal: boolean }
  | { after: number; who: PersonKey; action: "sign"; name: string | undefined }
  | { after: number; who: PersonKey; action: "edit"; changes: Partial<WorkOrderFields> };

export interface WorkOrderFields {
  title: string;
  description: string;
  category: Category;
  location: string;
  priority: Priority;
}

export interface DemoWorkOrder extends WorkOrderFields {
  /**
   * When it was created. `9d 14:20` is that time of day in Seattle nine days ago. `5h` and `25m` count back
   * from now.
   */
  ago: string;
  who: PersonKey;
  /** The unit, or the property for a common area. */
  at: { unit: number } | { property: number };
  photos?: readonly Shot[];
  story?: readonly Step[];
}

export const assign = (after: number, who: PersonKey, to: PersonKey | null): Step => ({
  after,
  who,
  action: "assign",
  to,
});
export const move = (after: number, who: PersonKey, to: Status): Step => ({ after, who, action: "move", to });
export const due = (after: number, who: PersonKey, inDays: number, at: string): Step => ({
  after,
  who,
  action: "due",
  inDays,
  at,
});
export const plan = (after: number, who: PersonKey, workday: number, minutes: number): Step => ({
  after,
  who,
  action: "plan",
  workday,
  minutes,
});
export const proposeVisit = (
  after: number,
  who: PersonKey,
  inDays: number,
  hours: readonly [from: string, to: string],
  note?: string,
): Step => ({ after, who, action: "propose-visit", inDays, hours, note });
export const confirmVisit = (after: number, who: PersonKey): Step => ({
  after,
  who,
  action: "confirm-visit",
});
export const startLate = (after: number, who: PersonKey, hours: number): Step => ({
  after,
  who,
  action: "start-late",
  hours,
});
export const start = (after: number, who: PersonKey): Step => ({ after, who, action: "start" });
export const pause = (
  after: number,
  who: PersonKey,
  reason: PauseReason,
  until?: { inDays: number; at: string },
): Step => ({ after, who, action: "pause", reason, until });
export const logTime = (after: number, who: PersonKey, minutes: number, note: string): Step => ({
  after,
  who,
  action: "log-time",
  minutes,
  note,
});
/** A comment the tenant can see. */
export const comment = (after: number, who: PersonKey, text: string): Step => ({
  after,
  who,
  action: "comment",
  text,
  internal: false,
});
/** A comment for staff only. */
export const internalComment = (after: number, who: PersonKey, text: string): Step => ({
  after,
  who,
  action: "comment",
  text,
  internal: true,
});
/** A file the tenant can see, or only staff. */
export const attach = (
  after: number,
  who: PersonKey,
  file: { name: string; write: WriteContent; internal: boolean },
): Step => ({ after, who, action: "attach", ...file });
/** A signature. `name` is the signer if someone else signed on the device of `who`. */
export const sign = (after: number, who: PersonKey, name?: string): Step => ({
  after,
  who,
  action: "sign",
  name,
});
export const edit = (after: number, who: PersonKey, changes: Partial<WorkOrderFields>): Step => ({
  after,
  who,
  action: "edit",
  changes,
});
