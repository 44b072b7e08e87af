import { formatCalendarDay } from "#shared/format/dates.ts";
import type { Lease } from "../contract.ts";

/** Formats a date as `Jan 5, 2026`. Null is open-ended. */
export const formatDateOrOpen = (day: string | null): string =>
  day === null ? "Open-ended" : formatCalendarDay(day);

/** Formats units as `Unit 101` or `Units 101 and 102`. */
export function formatUnits(units: readonly { unitNumber: string }[]): string {
  const numbers = units.map(({ unitNumber }) => unitNumber);
  if (numbers.length <= 1) return `Unit ${numbers[0] ?? ""}`;
  return `Units ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** Formats a count as `1 person` or `3 people`. */
export const formatPeople = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

/** Joins sentences with spaces, leaving out empty ones. */
export const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(" ");

/** Counts the current and future members. */
export const countMembers = ({ members, today }: Lease): number =>
  members.filter(({ to }) => to === null || to >= today).length;

/** Returns `2 people will be notified.`, or an empty string if there are none. */
export function formatNotificationNotice(lease: Lease): string {
  const count = countMembers(lease);
  return count === 0 ? "" : `${formatPeople(count)} will be notified.`;
}
