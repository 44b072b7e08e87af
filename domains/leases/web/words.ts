import { formatCalendarDay } from "#shared/format/dates.ts";
import type { Lease } from "../contract.ts";

/** `Jan 5, 2026`, or the term for an open end. */
export const dayOrOpen = (day: string | null): string =>
  day === null ? "Open-ended" : formatCalendarDay(day);

/** `Unit 101`, `Units 101 and 102`. */
export function unitsInWords(units: readonly { unitNumber: string }[]): string {
  const numbers = units.map(({ unitNumber }) => unitNumber);
  if (numbers.length <= 1) return `Unit ${numbers[0] ?? ""}`;
  return `Units ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** `1 person`, `3 people`. */
export const peopleInWords = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const areOrIs = ({ units }: Lease): string => (units.length === 1 ? "is" : "are");

/** The number of present and future members. */
export const membersOf = ({ members, today }: Lease): number =>
  members.filter(({ to }) => to === null || to >= today).length;

/** ` 2 people will be told.`, or an empty string when there are none. */
export const toldWords = (lease: Lease): string =>
  membersOf(lease) === 0 ? "" : ` ${capital(peopleInWords(membersOf(lease)))} will be told.`;
