import { formatPlanned } from "#shared/format/dates.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { describeDueDate, isOverdue } from "../../due.ts";

interface DueTimeProps {
  order: Pick<WorkOrderRow, "status" | "dueAt" | "timeZone">;
  /** Whether the label “Due” is next to the text, so that the text doesn't repeat it. */
  hasLabel?: boolean;
  className?: string;
}

/** The due date in words, such as how long it's overdue. Renders nothing if there is none. */
export function DueTime({ order, hasLabel = false, className }: DueTimeProps) {
  const now = useCurrentMinute();
  const sentence = describeDueDate(order, now);
  if (sentence === null || order.dueAt === null) return null;
  const text = hasLabel ? sentence.replace(/^Due (.)/, (_, first: string) => first.toUpperCase()) : sentence;
  return (
    <time
      dateTime={order.dueAt}
      title={formatPlanned(order.dueAt, order.timeZone)}
      className={classes(isOverdue(order, now) && "font-medium text-red-text", className)}
    >
      {withTimeZone(text, order.timeZone, order.dueAt)}
    </time>
  );
}
