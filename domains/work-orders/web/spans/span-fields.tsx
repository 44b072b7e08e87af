import { type FieldValues, type Path, type UseFormReturn, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatHours } from "#shared/format/hours.ts";
import { day } from "#shared/http/fields.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import { describeTimeZone, endsNextDay, isReversed, type TypedSpan, toInstants } from "./typed-span.ts";

const timeOfDay = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

/** The fields of a span, for a form's schema. */
export const spanShape = {
  day: day("Please select a date"),
  from: timeOfDay("Please select a start time"),
  to: timeOfDay("Please select an end time"),
};

/** The same words as the server's. */
export const endBeforeStart = "The end time must be after the start time";

interface SpanFieldsProps<Values extends TypedSpan & FieldValues> {
  form: UseFormReturn<Values, unknown, FieldValues>;
  /** The property's time zone. Absent if there is more than one property. */
  timeZone?: string | undefined;
  /** Whether the end can be left blank. */
  canBeRunning?: boolean;
  /**
   * The longest span. An end before the start is moved to the next day only if the span stays within it.
   */
  maxHours?: number;
}

/** A date and two times of day, with the length of the span. An end before the start is on the next day. */
export function SpanFields<Values extends TypedSpan & FieldValues>({
  form,
  timeZone,
  canBeRunning = false,
  maxHours,
}: SpanFieldsProps<Values>) {
  const typedSpan = useWatch({ control: form.control }) as TypedSpan;
  const now = useCurrentMinute();
  const { errors } = form.formState;
  const getError = (field: keyof TypedSpan) => {
    const message = errors[field]?.message;
    return typeof message === "string" ? { error: message } : {};
  };
  const register = (field: keyof TypedSpan) => form.register(field as Path<Values>);
  const zoneNote = timeZone === undefined ? null : describeTimeZone(timeZone, now);
  return (
    <>
      <Field label="Date" {...getError("day")} isRequired>
        <Input {...register("day")} type="date" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="From" {...getError("from")} isRequired>
          <Input {...register("from")} type="time" />
        </Field>
        <Field
          label="To"
          {...getError("to")}
          hint={canBeRunning ? "Leave blank if still in progress" : undefined}
          isRequired={!canBeRunning}
        >
          <Input {...register("to")} type="time" />
        </Field>
      </div>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums empty:hidden">
        {errors.to === undefined && formatLength(typedSpan, { timeZone, maxHours })}
      </p>
      {zoneNote !== null && <p className="text-ink-soft text-sm">{zoneNote}</p>}
    </>
  );
}

/** Returns text such as `1 h 30 min, ending the next day`, or undefined until all fields are filled in. */
function formatLength(
  typed: TypedSpan,
  { timeZone = "UTC", maxHours = 24 }: { timeZone?: string | undefined; maxHours?: number | undefined },
): string | undefined {
  if ([typed.day, typed.from, typed.to].includes("")) return undefined;
  const { from, to } = toInstants(typed, timeZone);
  const minutes = to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 60_000;
  if (minutes === 0) return undefined;
  if (isReversed(typed, timeZone, maxHours)) return endBeforeStart;
  return endsNextDay(typed) ? `${formatHours(minutes)}, ending the next day` : formatHours(minutes);
}
