import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatPlace, type LeasePlace } from "#shared/format/place.ts";
import { formatDaysLeft } from "./days-left.ts";

interface EstimateChange {
  label: string;
  oldCents: number;
  newCents: number;
}

/** The notification kinds about the dates and charges of leases. */
export const leaseKinds = {
  "lease.started": {
    topic: "lease-dates",
    text: (details: (LeasePlace & { from: Day | null }) | (LeasePlace & { company: string })) => {
      if ("company" in details)
        return `The lease for ${details.company} at ${formatPlace(details)} has started`;
      const { from } = details;
      return from === null
        ? `You've been added to the lease at ${formatPlace(details)}`
        : `You've been added to the lease at ${formatPlace(details)}, starting ${formatCalendarDay(from)}`;
    },
  },
  "lease.ends-soon": {
    topic: "lease-dates",
    text: ({
      company,
      lastDay,
      days,
      ...place
    }: LeasePlace & { company?: string; lastDay: Day; days: number }) => {
      const lease = company === undefined ? "Your lease" : `The lease for ${company}`;
      return `${lease} at ${formatPlace(place)} ends on ${formatCalendarDay(lastDay)} (${formatDaysLeft(days)})`;
    },
  },
  "lease.ended": {
    topic: "lease-dates",
    text: (details: (LeasePlace & { lastDay: Day | null }) | (LeasePlace & { company: string })) => {
      const place = formatPlace(details);
      if ("company" in details) return `The lease for ${details.company} at ${place} has ended`;
      return details.lastDay === null
        ? `Your lease at ${place} has ended. You can still view your work orders`
        : `Your lease at ${place} ends on ${formatCalendarDay(details.lastDay)}`;
    },
  },
  "lease.notice-withdrawn": {
    topic: "lease-dates",
    text: ({ lastDay, ...place }: LeasePlace & { lastDay: Day | null }) =>
      lastDay === null
        ? `The notice for your lease at ${formatPlace(place)} was withdrawn. The lease has no end date`
        : `The notice for your lease at ${formatPlace(place)} was withdrawn. It ends on ${formatCalendarDay(lastDay)}`,
  },
  "lease.estimates-changed": {
    topic: "operating-expenses",
    text: ({ from, changes, ...place }: LeasePlace & { from: Day; changes: EstimateChange[] }) =>
      `The monthly estimates for ${formatPlace(place)} change on ${formatCalendarDay(from)}: ${list.format(changes.map(describeEstimate))}`,
  },
} as const;

const list = new Intl.ListFormat("en-US");

const describeEstimate = ({ label, oldCents, newCents }: EstimateChange): string =>
  `${label} from ${formatCents(toCents(oldCents))} to ${formatCents(toCents(newCents))}`;
