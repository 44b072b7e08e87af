import type { ComponentProps } from "react";
import { ChevronDown } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { useFieldAttributes } from "#web/ui/forms/field.tsx";
import { inputClasses } from "#web/ui/forms/input.tsx";

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<"select"> {
  /** Alternatively, pass `<option>` elements as children. */
  options?: readonly SelectOption[];
  /** The first, empty option, such as `Choose a category`. */
  placeholder?: string;
}

/** The browser's native select, which works well with keyboards, screen readers, and phones. */
export function Select({ options, placeholder, className, children, ...rest }: SelectProps) {
  return (
    <div className={classes("relative", className)}>
      <select
        {...useFieldAttributes()}
        {...rest}
        className={classes(inputClasses, "appearance-none truncate pr-9")}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
      />
    </div>
  );
}
