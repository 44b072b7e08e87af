import { type ComponentProps, useState } from "react";
import { isDay } from "#shared/calendar.ts";
import { Input } from "#web/ui/forms/input.tsx";

interface DateInputProps extends Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange"> {
  value: string;
  /** Called with a valid date or an empty string. */
  onDay: (day: string) => void;
}

/**
 * A date field for a filter. While the user types a year, browsers report dates such as 0002-01-01. These
 * stay in the field but aren't passed on.
 */
export function DateInput({ value, onDay, min, max, ...rest }: DateInputProps) {
  const [typedValue, setTypedValue] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setTypedValue(value);
  }
  return (
    <Input
      {...rest}
      type="date"
      min={min || undefined}
      max={max || undefined}
      value={typedValue}
      onChange={({ target }) => {
        setTypedValue(target.value);
        if (target.value === "" || isDay(target.value)) onDay(target.value);
      }}
    />
  );
}
