import type { Day } from "#shared/calendar.ts";
import { addDays, addMonths, later } from "#shared/calendar.ts";
import { formatCents } from "#shared/format/money.ts";
import type { Lease } from "./contract.ts";
import { monthlyPriceOn, nextRentStep } from "./monthly-price.ts";
import { waivedBasisPoints, windowsOf } from "./schedule.ts";
import type { TermsFrom } from "./terms.ts";

export interface LeaseEvent {
  on: Day;
  kind: "today" | "days" | "rent" | "document";
  what: string;
  detail?: string;
}

interface Documented {
  title: string;
  expiresOn: string | null;
}

/** What happens in a lease by its days, terms and documents, in the order of the days, with today among them. */
export function eventsOf(
  lease: Lease,
  versions: readonly TermsFrom[],
  documents: readonly Documented[],
): LeaseEvent[] {
  const { from, to, today, state, units } = lease;
  const isPast = (day: Day) => day < today;
  const events: LeaseEvent[] = [
    {
      on: from,
      kind: "days",
      what: isPast(from) ? "Lease began" : "Lease begins",
      ...rentOn(lease, versions),
    },
    { on: today, kind: "today", what: "Today" },
    ...rentChanges(lease, versions),
    ...units
      .filter((unit) => unit.to !== null && unit.to !== to)
      .map(({ unitNumber, to: last }) => ({
        on: last ?? from,
        kind: "days" as const,
        what: `Unit ${unitNumber} given back`,
      })),
    ...documents.flatMap(({ title, expiresOn }) =>
      expiresOn === null
        ? []
        : [
            {
              on: expiresOn,
              kind: "document" as const,
              what: isPast(expiresOn) ? "Document expired" : "Document expires",
              detail: title,
            },
          ],
    ),
  ];
  if (to !== null)
    events.push({
      on: to,
      kind: "days",
      what: state === "ended" || isPast(to) ? "Lease ended" : "Lease ends",
      ...(state === "notice" ? { detail: "Notice was given" } : {}),
    });
  return events.sort((a, b) => a.on.localeCompare(b.on));
}

/** The rent of the first day, which nothing else in the timeline says. */
function rentOn(lease: Lease, versions: readonly TermsFrom[]): { detail?: string } {
  const cents = monthlyPriceOn(versions, lease, lease.from)?.rentCents;
  if (cents === undefined) return {};
  return { detail: cents === 0 ? "Free rent" : `${formatCents(cents)} a month` };
}

/** Steps, rent-free stretches and amendments, as far as they change the rent of a month. */
function rentChanges(lease: Lease, versions: readonly TermsFrom[]): LeaseEvent[] {
  const events: LeaseEvent[] = [];
  let before = monthlyPriceOn(versions, lease, lease.from)?.rentCents ?? 0;
  for (
    let step = nextRentStep(versions, lease, lease.from);
    step !== null;
    step = nextRentStep(versions, lease, step.on)
  ) {
    const { on, monthlyRentCents: cents } = step;
    const held = windowsOf(versions, lease).find(
      (one) => one.from <= on && (one.to === null || on <= one.to),
    );
    const isWaived = held !== undefined && waivedBasisPoints(held.terms, on) > 0;
    const isAmended = held !== undefined && held.number > 1 && held.from === on;
    events.push({
      on,
      kind: "rent",
      what: isWaived
        ? cents === 0
          ? "Free rent"
          : "Reduced rent"
        : isAmended
          ? "Lease amended"
          : before === 0
            ? "Rent starts"
            : cents > before
              ? "Rent rises"
              : "Rent falls",
      ...(cents === 0 ? {} : { detail: `${formatCents(cents)} a month` }),
    });
    before = cents;
  }
  return events;
}

/** The days that the timeline spans: an open-ended lease goes on for a year after what is known of it. */
export function spanOf({ from, to, today }: Lease, events: readonly LeaseEvent[]): { from: Day; to: Day } {
  const days = events.map(({ on }) => on);
  const last = days.reduce(later, today);
  const first = days.reduce((a, b) => (a < b ? a : b), from);
  return { from: first, to: to === null ? addDays(addMonths(last, 12), -1) : last };
}

const shownMax = 8;
const comingShown = 3;

/** Of a long list: the first, what is around today, and the last. */
export function nearToday(events: readonly LeaseEvent[]): readonly LeaseEvent[] {
  if (events.length <= shownMax) return events;
  const today = events.findIndex(({ kind }) => kind === "today");
  return events.filter(
    (_, at) => at === 0 || at === events.length - 1 || (at >= today - 1 && at <= today + comingShown),
  );
}
