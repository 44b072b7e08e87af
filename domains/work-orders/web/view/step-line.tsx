import { formatDay, formatMomentAfter } from "#shared/format/dates.ts";
import { Check } from "#web/icons.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { getSteps, type Step } from "./steps.ts";

const barClasses = { done: "bg-chart", now: "bg-lamp", next: "bg-chart-2" } as const satisfies Record<
  Step["state"],
  string
>;

interface StepLineProps {
  order: WorkOrder;
  /** The activity log. Undefined until it has loaded. */
  entries: readonly ActivityEntry[] | undefined;
  className?: string;
}

/** The progress from report to completion in the property's time zone, with the current step highlighted. */
export function StepLine({ order, entries = [], className }: StepLineProps) {
  const now = useCurrentMinute();
  return (
    <ol
      aria-label="Progress"
      className={classes("grid grid-cols-4 gap-1 text-xs tabular-nums lg:gap-1.5 lg:text-sm", className)}
    >
      {getSteps(order, entries).map((step) => (
        <li key={step.name} aria-current={step.state === "now" ? "step" : undefined} className="min-w-0">
          <span className={classes("block h-1", barClasses[step.state])} />
          <span className="mt-1.75 block items-center gap-1.5 lg:flex">
            <StepIcon state={step.state} />
            <span
              className={classes(
                "block truncate font-semibold",
                step.state === "next" ? "text-ink-soft" : "text-ink",
              )}
            >
              {step.name}
              {step.state === "done" && <span className="sr-only">, done</span>}
            </span>
            {step.occursAt !== null && (
              <time dateTime={step.occursAt} className="block truncate text-ink-soft">
                {formatTime(step.occursAt, now, order.timeZone)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

const StepIcon = ({ state }: Pick<Step, "state">) =>
  state === "done" ? (
    <Check aria-hidden="true" className="size-3.5 shrink-0 text-accent-text max-lg:hidden" />
  ) : (
    <span
      className={classes(
        "size-2.25 shrink-0 rounded-full max-lg:hidden",
        state === "now" ? "bg-lamp" : "border-[1.5px] border-line-control",
      )}
    />
  );

function formatTime(instant: string, now: Date, timeZone: string): string {
  if (formatDay(instant, timeZone) !== formatDay(now, timeZone)) return formatDay(instant, timeZone);
  const time = formatMomentAfter(instant, now.toISOString(), timeZone);
  return withTimeZone(time, timeZone, instant);
}
