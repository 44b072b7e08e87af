import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { day, text } from "#shared/http/fields.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useMinute } from "#web/use-current-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { minutesWorked, type Span, validateSpan } from "../../time-entries.ts";
import { spanText, type WorkTime } from "../../work.ts";
import { useAddTimeEntry, useEditTimeEntry } from "./mutations.ts";
import { endsNextDay, type TypedTime, toSpan, toTypedTime } from "./typed-time.ts";

const timeOfDayField = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

const addForm = z.object({
  day: day("Please select a date"),
  from: timeOfDayField("Please select a start time"),
  to: timeOfDayField("Please select an end time"),
  note: text(0, "", 1000),
});
const editForm = z.extend(addForm, { note: text(1, "Please explain why you're changing it", 1000) });
const editRunningForm = z.extend(editForm, { to: z.union([z.literal(""), addForm.shape.to]) });

interface AddTimeEntryDialogProps {
  order: WorkOrder;
  onClose: () => void;
}

/** Adds a time entry for the current user. */
export function AddTimeEntryDialog({ order, onClose }: AddTimeEntryDialogProps) {
  const { mutate, isPending, error } = useAddTimeEntry(order.id, onClose);
  const now = useMinute();
  return (
    <TimeEntryDialog
      title={`Add time to ${workOrderNumber(order.id)}`}
      description="When did you work on this? Times are in the property's time zone."
      submitLabel="Add time"
      shape={addForm}
      initialValue={{ day: toWallTime(now, order.timeZone).day, from: "", to: "" }}
      timeZone={order.timeZone}
      isBusy={isPending}
      error={error}
      // Time entries added manually always have an end, because the form requires it.
      onSave={({ startedAt, endedAt }, note) => endedAt !== null && mutate({ startedAt, endedAt, note })}
      onClose={onClose}
    />
  );
}

/**
 * Edits a time entry. If someone else edited it first, the dialog shows the current entry, and saving again
 * is based on that.
 */
export function EditTimeEntryDialog({ order, time, onClose }: AddTimeEntryDialogProps & { time: WorkTime }) {
  const { mutate, isPending, error } = useEditTimeEntry(order.id, onClose);
  const current = order.times.find(({ id }) => id === time.id) ?? time;
  return (
    <TimeEntryDialog
      title={`Edit ${current.user.fullName}'s time`}
      description={`Currently recorded: ${spanText(current, order.timeZone)}, property time.`}
      shape={current.endedAt === null ? editRunningForm : editForm}
      initialValue={toTypedTime(time, order.timeZone)}
      currentEntry={current}
      timeZone={order.timeZone}
      isBusy={isPending}
      error={error}
      onSave={(span, note) => mutate({ time: current, body: { ...span, note } })}
      onClose={onClose}
    />
  );
}

interface TimeEntryDialogProps {
  title: string;
  description: string;
  submitLabel?: string;
  shape: typeof addForm | typeof editForm | typeof editRunningForm;
  initialValue: TypedTime;
  /** The time entry being edited. */
  currentEntry?: WorkTime;
  timeZone: string;
  isBusy: boolean;
  error: Error | null;
  onSave: (span: Span, note: string) => void;
  onClose: () => void;
}

function TimeEntryDialog({
  shape,
  initialValue,
  currentEntry,
  timeZone,
  error,
  onSave,
  ...dialogProps
}: TimeEntryDialogProps) {
  const form = useContractForm(shape, { ...initialValue, note: "" });
  const { errors } = form.formState;
  const [date, startTime, endTime] = useWatch({ control: form.control, name: ["day", "from", "to"] });
  const now = useMinute();
  const canBeRunning = shape === editRunningForm;
  const save = form.handleSubmit(({ note, ...typedTime }) => {
    const span = toSpan(typedTime, timeZone, currentEntry);
    const spanError = validateSpan(span, new Date());
    if (spanError === undefined) onSave(span, note);
    else
      form.setError(
        spanError.field === "startedAt" ? "from" : "to",
        { message: spanError.message },
        { shouldFocus: true },
      );
  });
  return (
    <FormDialog {...dialogProps} onSubmit={save}>
      <FormError error={error} form={form} />
      <Field label="Date" error={errors.day?.message} isRequired>
        <Input {...form.register("day")} type="date" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="From" error={errors.from?.message} isRequired>
          <Input {...form.register("from")} type="time" />
        </Field>
        <Field
          label="To"
          error={errors.to?.message}
          hint={canBeRunning ? "Leave blank if still in progress" : undefined}
          isRequired={!canBeRunning}
        >
          <Input {...form.register("to")} type="time" />
        </Field>
      </div>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums empty:hidden">
        {formatDuration({ day: date, from: startTime, to: endTime }, timeZone, now)}
      </p>
      <Field
        label={currentEntry === undefined ? "Note" : "Reason for change"}
        error={errors.note?.message}
        isOptional={currentEntry === undefined}
        isRequired={currentEntry !== undefined}
      >
        <Textarea {...form.register("note")} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

/**
 * Formats the length, such as `1 h 30 min, ending the next day`. Undefined until all fields are filled in.
 */
function formatDuration(typedTime: TypedTime, timeZone: string, now: Date): string | undefined {
  if ([typedTime.day, typedTime.from, typedTime.to].includes("")) return undefined;
  const duration = formatHours(minutesWorked([toSpan(typedTime, timeZone)], now));
  return endsNextDay(typedTime) ? `${duration}, ending the next day` : duration;
}
