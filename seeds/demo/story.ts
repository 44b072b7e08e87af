import type { Category } from "#domains/work-orders/categories.ts";
import type { Priority } from "#domains/work-orders/priorities.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { PauseReason } from "#domains/work-orders/work.ts";
import type { Written } from "./documents/document.ts";
import type { PersonKey } from "./people.ts";
import type { Shot } from "./photos.ts";

/** The events of an order, in chronological order; `after` is hours since it was reported. */
export type Step =
  | { after: number; who: PersonKey; did: "assign"; to: PersonKey | null }
  | { after: number; who: PersonKey; did: "move"; to: Status }
  /** Due so many days from today, or before it when negative, at that hour in Seattle. */
  | { after: number; who: PersonKey; did: "due"; inDays: number; at: string }
  /** Planned for so many working days from today (0: today, or Monday on a weekend), and taking so many minutes. */
  | { after: number; who: PersonKey; did: "plan"; workday: number; minutes: number }
  /** A visit proposed by staff or the tenant, so many days from today, at those hours in Seattle. */
  | {
      after: number;
      who: PersonKey;
      did: "propose-visit";
      inDays: number;
      hours: readonly [from: string, to: string];
      note: string | undefined;
    }
  | { after: number; who: PersonKey; did: "agree-to-visit" }
  /** Comes from a phone that had no network and did not know who is assigned: begun `hours` before. */
  | { after: number; who: PersonKey; did: "start-late"; hours: number }
  /** A technician works from now on, until the pause or completion. */
  | { after: number; who: PersonKey; did: "start" }
  /** Until so many days from today, at that hour in Seattle. */
  | {
      after: number;
      who: PersonKey;
      did: "pause";
      reason: PauseReason;
      until: { inDays: number; at: string } | undefined;
    }
  /** Time recorded by hand: so many minutes until then. */
  | { after: number; who: PersonKey; did: "spend"; minutes: number; note: string }
  | { after: number; who: PersonKey; did: "comment"; text: string; internal: boolean }
  | { after: number; who: PersonKey; did: "attach"; name: string; write: Written; internal: boolean }
  | { after: number; who: PersonKey; did: "sign"; name: string | undefined }
  | { after: number; who: PersonKey; did: "edit"; changes: Partial<Facts> };

export interface Facts {
  title: string;
  description: string;
  category: Category;
  location: string;
  priority: Priority;
}

export interface DemoOrder extends Facts {
  /** When it was reported: `9d 14:20` is that time of day in Seattle nine days ago, `5h` and `25m` count back from now. */
  ago: string;
  who: PersonKey;
  /** The unit, or the building for a common area. */
  at: { unit: number } | { property: number };
  photos?: readonly Shot[];
  story?: readonly Step[];
}

export const assign = (after: number, who: PersonKey, to: PersonKey | null): Step => ({
  after,
  who,
  did: "assign",
  to,
});
export const move = (after: number, who: PersonKey, to: Status): Step => ({ after, who, did: "move", to });
export const due = (after: number, who: PersonKey, inDays: number, at: string): Step => ({
  after,
  who,
  did: "due",
  inDays,
  at,
});
export const plan = (after: number, who: PersonKey, workday: number, minutes: number): Step => ({
  after,
  who,
  did: "plan",
  workday,
  minutes,
});
export const proposeVisit = (
  after: number,
  who: PersonKey,
  inDays: number,
  hours: readonly [from: string, to: string],
  note?: string,
): Step => ({ after, who, did: "propose-visit", inDays, hours, note });
export const agreeToVisit = (after: number, who: PersonKey): Step => ({ after, who, did: "agree-to-visit" });
export const startLate = (after: number, who: PersonKey, hours: number): Step => ({
  after,
  who,
  did: "start-late",
  hours,
});
export const start = (after: number, who: PersonKey): Step => ({ after, who, did: "start" });
export const pause = (
  after: number,
  who: PersonKey,
  reason: PauseReason,
  until?: { inDays: number; at: string },
): Step => ({ after, who, did: "pause", reason, until });
export const spend = (after: number, who: PersonKey, minutes: number, note: string): Step => ({
  after,
  who,
  did: "spend",
  minutes,
  note,
});
/** A comment that the tenant sees as well. */
export const say = (after: number, who: PersonKey, text: string): Step => ({
  after,
  who,
  did: "comment",
  text,
  internal: false,
});
/** A comment for staff only. */
export const note = (after: number, who: PersonKey, text: string): Step => ({
  after,
  who,
  did: "comment",
  text,
  internal: true,
});
/** A file that the tenant sees as well, or only staff. */
export const attach = (
  after: number,
  who: PersonKey,
  file: { name: string; write: Written; internal: boolean },
): Step => ({ after, who, did: "attach", ...file });
/** A signature; `name` if somebody else signed on the device of `who`. */
export const sign = (after: number, who: PersonKey, name?: string): Step => ({
  after,
  who,
  did: "sign",
  name,
});
export const edit = (after: number, who: PersonKey, changes: Partial<Facts>): Step => ({
  after,
  who,
  did: "edit",
  changes,
});
