import { type Priority as Level, priorities, priorityLabels } from "#domains/work-orders/priorities.ts";
import { classes } from "#web/ui/classes.ts";

const bars = ["h-1", "h-[7px]", "h-2.5"];

interface PriorityProps {
  level: Level;
  /** The work order's status. Next to the status Urgent, the priority is only for screen readers. */
  status?: string;
}

/** A priority as three bars and a word, less prominent than the status. Narrow cards show only the bars. */
export const Priority = ({ level, status }: PriorityProps) => (
  <span className={status === "urgent" ? "sr-only" : "inline-flex items-center gap-1.25 whitespace-nowrap"}>
    <PriorityBars level={level} />
    <span
      className={classes(
        "font-medium text-xs @max-[14.5rem]/card:sr-only",
        level === "urgent" ? "text-red-text" : "text-ink-soft",
      )}
    >
      {priorityLabels[level]}
    </span>
  </span>
);

/** Only the bars, next to text that has the same meaning. */
export const PriorityBars = ({ level }: { level: Level }) => (
  <span aria-hidden="true" className="inline-flex items-end gap-[1.5px]">
    {bars.map((height, index) => (
      <span
        key={height}
        className={classes(
          "w-[3px] rounded-[1px]",
          height,
          level === "urgent"
            ? "bg-red-dot"
            : index <= priorities.indexOf(level)
              ? "bg-ink-soft"
              : "bg-line-2",
        )}
      />
    ))}
  </span>
);
