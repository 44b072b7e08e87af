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
import { useCertificates } from "./certificates.tsx";

const dots = {
  today: "bg-lamp",
  days: "bg-ink",
  rent: "bg-blue-dot",
  document: "bg-amber-dot",
} as const satisfies Record<LeaseEvent["kind"], string>;

/** How many events a phone shows. */
const nextShown = 4;

/** The lease's timeline: drawn to scale on desktop, and as a list, which also serves screen readers. */
export function LeaseTimeline({ lease }: { lease: Lease }) {
  const terms = useQuery({ ...termsQuery(lease.id), enabled: useCan("terms.read") });
  const versions = terms.data?.versions ?? [];
  const documents = useCertificates(lease.id).data ?? [];
  const [showsAll, setShowsAll] = useState(false);
  const events = buildTimeline(lease, versions, documents);
  const shown = showsAll ? events : shortenTimeline(events);
  const next = shown.filter(({ on, kind }) => kind !== "today" && on >= lease.today).slice(0, nextShown);
  return (
    <Lead
      title="Timeline"
      description={lease.to === null ? "Open-ended. No end date set." : undefined}
      action={
        !showsAll && (
          <Button
            size="sm"
            variant="link"
            className={shown.length < events.length ? "-mr-2.5" : "-mr-2.5 sm:hidden"}
            onClick={() => setShowsAll(true)}
          >
            {`Show all ${events.length}`}
          </Button>
        )
      }
    >
      <Scale lease={lease} events={events} />
      <ol className="grid gap-x-6 px-(--inset) pt-1 pb-4 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] sm:gap-y-4">
        {shown.map((event) => {
          const { on, kind, title, detail } = event;
          return (
            <li
              key={`${on} ${kind} ${title} ${detail}`}
              aria-current={kind === "today" ? "date" : undefined}
              className={classes(
                "relative pb-3 pl-6 last:pb-0 sm:pb-0 sm:pl-5",
                // On a phone, only what comes next.
                !showsAll && !next.includes(event) && "max-sm:hidden",
              )}
            >
              <span
                aria-hidden="true"
                className={classes(
                  "absolute top-1.5 left-0 size-2.5 rounded-full",
                  on < lease.today ? "bg-gray-dot" : dots[kind],
                )}
              />
              <span className="block text-ink-soft text-sm tabular-nums">{formatCalendarDay(on)}</span>
              <span
                className={classes(
                  "block",
                  kind === "today" ? "font-semibold" : on >= lease.today && "font-medium",
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
function Scale({ lease, events }: { lease: Lease; events: readonly LeaseEvent[] }) {
  const span = getTimelineSpan(lease, events);
  const length = countDays(span.from, span.to);
  const at = (day: Day) => `${(((countDays(span.from, day) - 1) / length) * 100).toFixed(2)}%`;
  return (
    <div aria-hidden="true" className="mx-(--inset) mt-2 mb-4 max-sm:mb-2">
      <div className="relative h-3 rounded-full bg-chart-2">
        <div
          className="absolute inset-y-0 left-0 rounded-l-full bg-chart forced-colors:bg-[CanvasText]"
          style={{ width: at(lease.today) }}
        />
        {events.map(({ on, kind, title, detail }) => (
          <span
            key={`${on} ${kind} ${title} ${detail}`}
            title={`${formatCalendarDay(on)}: ${title}`}
            className={classes(
              "-translate-x-1/2 absolute rounded-full",
              kind === "today" ? "-inset-y-2 w-1" : "-inset-y-0.5 w-1 ring-2 ring-surface",
              dots[kind],
            )}
            style={{ left: at(on) }}
          />
        ))}
      </div>
      <div className="relative mt-2 h-4 text-ink-soft text-xs tabular-nums">
        {yearsIn(span).map((year) => (
          <span
            key={year}
            className="-translate-x-1/2 absolute whitespace-nowrap"
            style={{ left: at(`${year}-01-01`) }}
          >
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}

const yearsShownMax = 10;

/** The years that start within the span, or every second, third ... of them if there are too many. */
function yearsIn({ from, to }: { from: Day; to: Day }): number[] {
  const [first, last] = [Number(from.slice(0, 4)) + 1, Number(to.slice(0, 4))];
  const every = Math.ceil((last - first + 1) / yearsShownMax);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index).filter(
    (year) => (year - first) % every === 0,
  );
}
