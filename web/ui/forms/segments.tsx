import { useId } from "react";
import { classes } from "#web/ui/classes.ts";

export const segmentsClasses = "max-w-full gap-px rounded-[9px] bg-sunken p-0.5";

/** The classes of one segment. Tabs use them too. */
export const segmentClasses = (isSelected: boolean) =>
  classes(
    "thumb inline-flex min-h-(--control-sm) shrink-0 cursor-pointer items-center justify-center gap-1.75 whitespace-nowrap rounded-[7px] px-3 font-medium text-sm transition-colors duration-180 [&_svg]:size-4",
    isSelected
      ? "bg-surface text-ink shadow-xs ring-1 ring-line dark:bg-raised forced-colors:outline-2"
      : "text-ink-soft hover:text-ink",
  );

interface SegmentsProps<Value extends string> {
  /** Read by screen readers. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  selected: Value;
  onSelect: (value: Value) => void;
  isDisabled?: boolean;
  /** Whether the segments can wrap onto several lines. */
  wrapsLines?: boolean;
}

/** A choice between a few short labels on one line. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, options, selected, onSelect, isDisabled, wrapsLines = false } = props;
  const name = useId();
  return (
    <fieldset
      className={classes("inline-flex", wrapsLines && "flex-wrap", segmentsClasses)}
      disabled={isDisabled}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <label
          key={value}
          className={classes(
            segmentClasses(value === selected),
            "relative has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-focus",
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={value === selected}
            onChange={() => onSelect(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
