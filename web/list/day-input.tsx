import { type ComponentProps, useState } from "react";
import { isDay } from "#shared/calendar.ts";
import { Input } from "#web/ui/input.tsx";

interface DayInputProps extends Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange"> {
  value: string;
  /** Called with a valid day, or the empty text. */
  onDay: (day: string) => void;
}

/** A day to filter a list by. While a year is being typed, browsers report days such as 0002-01-01: those stay in the field. */
export function DayInput({ value, onDay, min, max, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  return (
    <Input
      {...rest}
      type="date"
      min={min || undefined}
      max={max || undefined}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === "" || isDay(target.value)) onDay(target.value);
      }}
    />
  );
}
