import type { Day } from "#shared/calendar.ts";
import { addDays, addMonths, maxDay } from "#shared/calendar.ts";
import { formatCents } from "#shared/format/money.ts";
import type { Lease } from "./contract.ts";
import { findNextRentStep, getMonthlyPrice } from "./monthly-price.ts";
import { getAbatedBasisPoints, getTermsPeriods } from "./schedule.ts";
import type { EffectiveTerms } from "./terms.ts";

export interface LeaseEvent {
  date: Day;
  kind: "today" | "lease" | "rent" | "document";
  title: string;
  detail?: string;
}

interface ExpiringDocument {
  title: string;
  expiresOn: string | null;
}

/** Returns the events of a lease from its dates, terms, and documents, in date order, including today. */
export function buildTimeline(
  lease: Lease,
  versions: readonly EffectiveTerms[],
  documents: readonly ExpiringDocument[],
): LeaseEvent[] {
  const { from, to, today, state, units } = lease;
  const isPast = (day: Day) => day < today;
  const events: LeaseEvent[] = [
    {
      date: from,
      kind: "lease",
      title: isPast(from) ? "Lease started" : "Lease starts",
      ...getStartingRent(lease, versions),
    },
    { date: today, kind: "today", title: "Today" },
    ...findRentChanges(lease, versions),
    ...units
      .filter((unit) => unit.to !== null && unit.to !== to)
      .map(({ unitNumber, to: lastDay }) => ({
        date: lastDay ?? from,
        kind: "lease" as const,
        title: `Unit ${unitNumber} vacated`,
      })),
    ...documents.flatMap(({ title, expiresOn }) =>
      expiresOn === null
        ? []
        : [
            {
              date: expiresOn,
              kind: "document" as const,
              title: isPast(expiresOn) ? "Document expired" : "Document expires",
              detail: title,
            },
          ],
    ),
  ];
  if (to !== null)
    events.push({
      date: to,
      kind: "lease",
      title: state === "ended" || isPast(to) ? "Lease ended" : "Lease ends",
      ...(state === "notice" ? { detail: "Notice was given" } : {}),
    });
  return events.sort((a, b) => a.date.localeCompare(b.date));
}

/** Returns the rent on the start date, because no other event shows it. */
function getStartingRent(lease: Lease, versions: readonly EffectiveTerms[]): { detail?: string } {
  const cents = getMonthlyPrice(versions, lease, lease.from)?.rentCents;
  if (cents === undefined) return {};
  return { detail: cents === 0 ? "Free rent" : `${formatCents(cents)} per month` };
}

/** Returns the rent steps, free-rent periods, and amendments that change the monthly rent. */
function findRentChanges(lease: Lease, versions: readonly EffectiveTerms[]): LeaseEvent[] {
  const events: LeaseEvent[] = [];
  let previousRentCents = getMonthlyPrice(versions, lease, lease.from)?.rentCents ?? 0;
  for (
    let step = findNextRentStep(versions, lease, lease.from);
    step !== null;
    step = findNextRentStep(versions, lease, step.on)
  ) {
    const { on, monthlyRentCents: rentCents } = step;
    const termsPeriod = getTermsPeriods(versions, lease).find(
      (version) => version.from <= on && (version.to === null || on <= version.to),
    );
    events.push({
      date: on,
      kind: "rent",
      title: getRentChangeTitle(on, termsPeriod, { previousRentCents, rentCents }),
      ...(rentCents === 0 ? {} : { detail: `${formatCents(rentCents)} per month` }),
    });
    previousRentCents = rentCents;
  }
  return events;
}

function getRentChangeTitle(
  day: Day,
  terms: EffectiveTerms | undefined,
  { previousRentCents, rentCents }: { previousRentCents: number; rentCents: number },
): string {
  if (terms !== undefined && getAbatedBasisPoints(terms.terms, day) > 0)
    return rentCents === 0 ? "Free rent" : "Reduced rent";
  if (terms !== undefined && terms.number > 1 && terms.from === day) return "Lease amended";
  if (previousRentCents === 0) return "Rent starts";
  return rentCents > previousRentCents ? "Rent increase" : "Rent decrease";
}

/**
 * Returns the period shown on the timeline. For an open-ended lease, it extends one year past the last event.
 */
export function getTimelineSpan(
  { from, to, today }: Lease,
  events: readonly LeaseEvent[],
): { from: Day; to: Day } {
  const days = events.map(({ date }) => date);
  const lastDay = days.reduce(maxDay, today);
  const firstDay = days.reduce((a, b) => (a < b ? a : b), from);
  return { from: firstDay, to: to === null ? addDays(addMonths(lastDay, 12), -1) : lastDay };
}

const maxListedEvents = 8;
const upcomingEventCount = 3;

/** Shortens a long list to the first event, the events around today, and the last event. */
export function shortenTimeline(events: readonly LeaseEvent[]): readonly LeaseEvent[] {
  if (events.length <= maxListedEvents) return events;
  const todayIndex = events.findIndex(({ kind }) => kind === "today");
  return events.filter(
    (_, index) =>
      index === 0 ||
      index === events.length - 1 ||
      (index >= todayIndex - 1 && index <= todayIndex + upcomingEventCount),
  );
}
