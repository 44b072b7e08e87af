import { useId } from "react";
import { classes } from "#web/ui/classes.ts";

interface SegmentedControlProps<Value extends string> {
  /** Read by screen readers. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  selected: Value;
  onSelect: (value: Value) => void;
  isDisabled?: boolean;
}

/** A selection between a few short words on one line. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { legend, options, selected, onSelect, isDisabled } = props;
  const name = useId();
  return (
    <fieldset className="flex items-center gap-1" disabled={isDisabled}>
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <label
          key={value}
          className={classes(
            "relative flex min-h-(--control-sm) cursor-pointer items-center whitespace-nowrap rounded-control px-2.5 font-medium text-sm",
            "has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:opacity-55",
            value === selected
              ? "bg-surface text-ink ring-1 ring-line-control/60 ring-inset"
              : "text-ink-soft hover:bg-hover",
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
