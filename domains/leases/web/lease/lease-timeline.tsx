import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/page/lead.tsx";
import type { Lease } from "../../contract.ts";
import { buildTimeline, getTimelineSpan, type LeaseEvent, shortenTimeline } from "../../timeline.ts";
import { termsQuery } from "../queries.ts";
import { useExpiringDocuments } from "./certificates.tsx";

const dotClasses = {
  today: "bg-lamp",
  lease: "bg-ink",
  rent: "bg-blue-dot",
  document: "bg-amber-dot",
} as const satisfies Record<LeaseEvent["kind"], string>;

/** The number of upcoming events listed on a phone. */
const maxUpcomingOnPhone = 4;

/** The lease's timeline: a line drawn to scale, hidden from screen readers, and a list of the events. */
export function LeaseTimeline({ lease }: { lease: Lease }) {
  const terms = useQuery({ ...termsQuery(lease.id), enabled: useCan("terms.read") });
  const versions = terms.data?.versions ?? [];
  const documents = useExpiringDocuments(lease.id).data ?? [];
  const [showsAll, setShowsAll] = useState(false);
  const events = buildTimeline(lease, versions, documents);
  const listedEvents = showsAll ? events : shortenTimeline(events);
  const upcomingEvents = listedEvents
    .filter(({ date, kind }) => kind !== "today" && date >= lease.today)
    .slice(0, maxUpcomingOnPhone);
  return (
    <Lead
      title="Timeline"
      description={lease.to === null ? "Open-ended. No end date set." : undefined}
      action={
        !showsAll && (
          <Button
            size="sm"
            variant="link"
            className={listedEvents.length < events.length ? "-mr-2.5" : "-mr-2.5 sm:hidden"}
            onClick={() => setShowsAll(true)}
          >
            {`Show all ${events.length}`}
          </Button>
        )
      }
    >
      <TimelineScale lease={lease} events={events} />
      <ol className="grid gap-x-6 px-(--inset) pt-1 pb-4 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] sm:gap-y-4">
        {listedEvents.map((event) => {
          const { date, kind, title, detail } = event;
          return (
            <li
              key={`${date} ${kind} ${title} ${detail}`}
              aria-current={kind === "today" ? "date" : undefined}
              className={classes(
                "relative pb-3 pl-6 last:pb-0 sm:pb-0 sm:pl-5",
                // Phones list only upcoming events.
                !showsAll && !upcomingEvents.includes(event) && "max-sm:hidden",
              )}
            >
              <span
                aria-hidden="true"
                className={classes(
                  "absolute top-1.5 left-0 size-2.5 rounded-full",
                  date < lease.today ? "bg-gray-dot" : dotClasses[kind],
                )}
              />
              <span className="block text-ink-soft text-sm tabular-nums">{formatCalendarDay(date)}</span>
              <span
                className={classes(
                  "block",
                  kind === "today" ? "font-semibold" : date >= lease.today && "font-medium",
                )}
              >
                {title}
              </span>
              {detail !== undefined && (
                <span className="block text-ink-soft text-sm wrap-anywhere">{detail}</span>
              )}
            </li>
          );
        })}
      </ol>
    </Lead>
  );
}

/** The events on a line drawn to scale, with the years below. */
function TimelineScale({ lease, events }: { lease: Lease; events: readonly LeaseEvent[] }) {
  const span = getTimelineSpan(lease, events);
  const length = countDays(span.from, span.to);
  const toPosition = (day: Day) => `${(((countDays(span.from, day) - 1) / length) * 100).toFixed(2)}%`;
  return (
    <div aria-hidden="true" className="mx-(--inset) mt-2 mb-4 max-sm:mb-2">
      <div className="relative h-3 rounded-full bg-chart-2">
        <div
          className="absolute inset-y-0 left-0 rounded-l-full bg-chart forced-colors:bg-[CanvasText]"
          style={{ width: toPosition(lease.today) }}
        />
        {events.map(({ date, kind, title, detail }) => (
          <span
            key={`${date} ${kind} ${title} ${detail}`}
            title={`${formatCalendarDay(date)}: ${title}`}
            className={classes(
              "-translate-x-1/2 absolute rounded-full",
              kind === "today" ? "-inset-y-2 w-1" : "-inset-y-0.5 w-1 ring-2 ring-surface",
              dotClasses[kind],
            )}
            style={{ left: toPosition(date) }}
          />
        ))}
      </div>
      <div className="relative mt-2 h-4 text-ink-soft text-xs tabular-nums">
        {listYears(span).map((year) => (
          <span
            key={year}
            className="-translate-x-1/2 absolute whitespace-nowrap"
            style={{ left: toPosition(`${year}-01-01`) }}
          >
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}

const maxListedYears = 10;

/** Returns the years that start within the span. If there are too many, skips years at regular intervals. */
function listYears({ from, to }: { from: Day; to: Day }): number[] {
  const [firstYear, lastYear] = [Number(from.slice(0, 4)) + 1, Number(to.slice(0, 4))];
  const yearStep = Math.ceil((lastYear - firstYear + 1) / maxListedYears);
  return Array.from(
    { length: Math.max(0, lastYear - firstYear + 1) },
    (_, index) => firstYear + index,
  ).filter((year) => (year - firstYear) % yearStep === 0);
}
