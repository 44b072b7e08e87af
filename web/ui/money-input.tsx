import { type ComponentProps, useState } from "react";
import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import type { Cents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Input } from "#web/ui/input.tsx";

interface MoneyInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  /** Whole cents; null when empty or invalid. */
  value: number | null;
  onChange: (cents: Cents | null) => void;
}

/** Dollars are typed, cents are stored. An invalid amount stays on the screen to be corrected, with the value null. */
export function MoneyInput({ value, onChange, onBlur, className, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(value === null ? "" : dollarsOf(value));
  const typed = centsOf(text) ?? null;
  // The value was changed from outside meanwhile.
  const shown = typed === value ? text : value === null ? "" : dollarsOf(value);
  return (
    <div className={classes("relative", className)}>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint"
      >
        $
      </span>
      <Input
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        className="pl-7 tabular-nums"
        value={shown}
        onChange={({ target }) => {
          setText(target.value);
          onChange(centsOf(target.value) ?? null);
        }}
        onBlur={(event) => {
          if (typed !== null && typed === value) setText(dollarsOf(typed));
          onBlur?.(event);
        }}
      />
    </div>
  );
}
