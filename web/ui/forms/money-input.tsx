import { type ComponentProps, useState } from "react";
import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import type { Cents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Input } from "#web/ui/forms/input.tsx";

interface MoneyInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  /** Whole cents, or null if empty or invalid. */
  value: number | null;
  onChange: (cents: Cents | null) => void;
}

/**
 * An input for an amount in dollars, with cents as its value. An invalid amount stays visible for correction,
 * and its value is null.
 */
export function MoneyInput({ value, onChange, onBlur, className, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(value === null ? "" : toDollarText(value));
  const typedCents = parseDollars(text) ?? null;
  // If the value was changed from outside, the new value is shown.
  const displayedText = typedCents === value ? text : value === null ? "" : toDollarText(value);
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
        value={displayedText}
        onChange={({ target }) => {
          setText(target.value);
          onChange(parseDollars(target.value) ?? null);
        }}
        onBlur={(event) => {
          if (typedCents !== null && typedCents === value) setText(toDollarText(typedCents));
          onBlur?.(event);
        }}
      />
    </div>
  );
}
