import { type ReactNode, useId } from "react";
import { classes } from "#web/ui/classes.ts";

interface RadioOptionProps {
  /** The name of the radio group. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** Shown on the right, such as an amount. */
  aside?: ReactNode;
  isSelected: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** A radio button with a description. */
export function RadioOption({
  name,
  label,
  hint,
  aside,
  isSelected,
  isDisabled,
  onSelect,
}: RadioOptionProps) {
  const id = useId();
  return (
    <label
      className={classes(
        "flex min-h-(--control) cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 ring-1 ring-inset transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:opacity-55",
        isSelected ? "bg-accent-soft ring-accent" : "ring-line-control/60 hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name={name}
        className="mt-0.5 size-4.5 shrink-0 accent-accent outline-none"
        checked={isSelected}
        disabled={isDisabled}
        onChange={onSelect}
        // The hint is the description, not part of the name.
        aria-labelledby={aside == null ? `${id}-label` : `${id}-label ${id}-aside`}
        aria-describedby={hint == null ? undefined : `${id}-hint`}
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        {hint != null && (
          <span id={`${id}-hint`} className="block text-ink-soft text-sm">
            {hint}
          </span>
        )}
      </span>
      {aside != null && (
        <span id={`${id}-aside`} className="shrink-0 font-medium tabular-nums">
          {aside}
        </span>
      )}
    </label>
  );
}
