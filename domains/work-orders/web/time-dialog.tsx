import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { day, text } from "#shared/http/fields.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { useMinute } from "#web/use-minute.ts";
import type { WorkOrder } from "../contract.ts";
import { spanText, type WorkTime } from "../work.ts";
import { minutesWorked, type Span, wrongSpan } from "../work-times.ts";
import { useAddTime, useCorrectTime } from "./time-api.ts";
import { endsNextDay, spanOf, type TypedTime, typedTimeOf } from "./typed-time.ts";

const time = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

const added = z.object({
  day: day("Please choose a day"),
  from: time("Please choose when the work began"),
  to: time("Please choose when the work ended"),
  note: text(0, "", 1000),
});
const corrected = z.extend(added, { note: text(1, "Please note why it is corrected", 1000) });
const correctedRunning = z.extend(corrected, { to: z.union([z.literal(""), added.shape.to]) });

interface OrderProps {
  order: WorkOrder;
  onClose: () => void;
}

/** Records time that the user has spent on the order. */
export function AddTimeDialog({ order, onClose }: OrderProps) {
  const { mutate, isPending, error } = useAddTime(order.id, onClose);
  const now = useMinute();
  return (
    <TimeDialog
      title={`Add time to ${workOrderNumber(order.id)}`}
      description="When did you work on it? Times are those of the building."
      submitLabel="Add time"
      shape={added}
      begin={{ day: wallTimeAt(now, order.timeZone).day, from: "", to: "" }}
      timeZone={order.timeZone}
      isBusy={isPending}
      error={error}
      // One that still runs is not added by hand: the form asks for its end.
      onSave={({ startedAt, endedAt }, note) => endedAt !== null && mutate({ startedAt, endedAt, note })}
      onClose={onClose}
    />
  );
}

/** Corrects a time. When somebody else was faster, it says what the time is now, and saving again is based on that. */
export function CorrectTimeDialog({ order, time: chosen, onClose }: OrderProps & { time: WorkTime }) {
  const { mutate, isPending, error } = useCorrectTime(order.id, onClose);
  const present = order.times.find(({ id }) => id === chosen.id) ?? chosen;
  return (
    <TimeDialog
      title={`Correct the time of ${present.user.fullName}`}
      description={`Recorded now: ${spanText(present, order.timeZone)}, on the clocks of the building.`}
      shape={present.endedAt === null ? correctedRunning : corrected}
      begin={typedTimeOf(chosen, order.timeZone)}
      before={present}
      timeZone={order.timeZone}
      isBusy={isPending}
      error={error}
      onSave={(span, note) => mutate({ time: present, body: { ...span, note } })}
      onClose={onClose}
    />
  );
}

interface TimeDialogProps {
  title: string;
  description: string;
  submitLabel?: string;
  shape: typeof added | typeof corrected | typeof correctedRunning;
  begin: TypedTime;
  /** The time that is corrected. */
  before?: WorkTime;
  timeZone: string;
  isBusy: boolean;
  error: Error | null;
  onSave: (span: Span, note: string) => void;
  onClose: () => void;
}

function TimeDialog({ shape, begin, before, timeZone, error, onSave, ...dialog }: TimeDialogProps) {
  const form = useContractForm(shape, { ...begin, note: "" });
  const { errors } = form.formState;
  const [onDay, from, to] = useWatch({ control: form.control, name: ["day", "from", "to"] });
  const now = useMinute();
  const mayRun = shape === correctedRunning;
  const save = form.handleSubmit(({ note, ...typed }) => {
    const span = spanOf(typed, timeZone, before);
    const wrong = wrongSpan(span, new Date());
    if (wrong === undefined) onSave(span, note);
    else
      form.setError(
        wrong.field === "startedAt" ? "from" : "to",
        { message: wrong.message },
        { shouldFocus: true },
      );
  });
  return (
    <FormDialog {...dialog} size="sm" onSubmit={save}>
      <Refused error={error} form={form} />
      <Field label="Day" error={errors.day?.message} isRequired>
        <Input {...form.register("day")} type="date" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="From" error={errors.from?.message} isRequired>
          <Input {...form.register("from")} type="time" />
        </Field>
        <Field
          label="To"
          error={errors.to?.message}
          hint={mayRun ? "Empty while it goes on" : undefined}
          isRequired={!mayRun}
        >
          <Input {...form.register("to")} type="time" />
        </Field>
      </div>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums empty:hidden">
        {lengthOf({ day: onDay, from, to }, timeZone, now)}
      </p>
      <Field
        label={before === undefined ? "Note" : "Why it is corrected"}
        error={errors.note?.message}
        isOptional={before === undefined}
        isRequired={before !== undefined}
      >
        <Textarea {...form.register("note")} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

/** `1 h 30 min, until the next day`; undefined until all is typed. */
function lengthOf(typed: TypedTime, timeZone: string, now: Date): string | undefined {
  if ([typed.day, typed.from, typed.to].includes("")) return undefined;
  const length = formatHours(minutesWorked([spanOf(typed, timeZone)], now));
  return endsNextDay(typed) ? `${length}, until the next day` : length;
}
