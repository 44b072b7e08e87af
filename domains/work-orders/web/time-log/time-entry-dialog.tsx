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
import { useMinute } from "#web/use-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { minutesWorked, type Span, validateSpan } from "../../time-entries.ts";
import { spanText, type WorkTime } from "../../work.ts";
import { useAddTimeEntry, useEditTimeEntry } from "./mutations.ts";
import { endsNextDay, type TypedTime, toSpan, toTypedTime } from "./typed-time.ts";

const timeOfDay = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

const addForm = z.object({
  day: day("Please select a date"),
  from: timeOfDay("Please select a start time"),
  to: timeOfDay("Please select an end time"),
  note: text(0, "", 1000),
});
const editForm = z.extend(addForm, { note: text(1, "Please explain why you're changing it", 1000) });
const editRunningForm = z.extend(editForm, { to: z.union([z.literal(""), addForm.shape.to]) });

interface OrderProps {
  order: WorkOrder;
  onClose: () => void;
}

/** Adds a time entry for the current user. */
export function AddTimeEntryDialog({ order, onClose }: OrderProps) {
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
export function EditTimeEntryDialog({ order, time, onClose }: OrderProps & { time: WorkTime }) {
  const { mutate, isPending, error } = useEditTimeEntry(order.id, onClose);
  const current = order.times.find(({ id }) => id === time.id) ?? time;
  return (
    <TimeEntryDialog
      title={`Edit ${current.user.fullName}'s time`}
      description={`Currently recorded: ${spanText(current, order.timeZone)}, property time.`}
      shape={current.endedAt === null ? editRunningForm : editForm}
      initialValue={toTypedTime(time, order.timeZone)}
      before={current}
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
  before?: WorkTime;
  timeZone: string;
  isBusy: boolean;
  error: Error | null;
  onSave: (span: Span, note: string) => void;
  onClose: () => void;
}

function TimeEntryDialog({
  shape,
  initialValue,
  before,
  timeZone,
  error,
  onSave,
  ...dialog
}: TimeEntryDialogProps) {
  const form = useContractForm(shape, { ...initialValue, note: "" });
  const { errors } = form.formState;
  const [date, from, to] = useWatch({ control: form.control, name: ["day", "from", "to"] });
  const now = useMinute();
  const canBeRunning = shape === editRunningForm;
  const save = form.handleSubmit(({ note, ...typed }) => {
    const span = toSpan(typed, timeZone, before);
    const invalid = validateSpan(span, new Date());
    if (invalid === undefined) onSave(span, note);
    else
      form.setError(
        invalid.field === "startedAt" ? "from" : "to",
        { message: invalid.message },
        { shouldFocus: true },
      );
  });
  return (
    <FormDialog {...dialog} onSubmit={save}>
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
        {formatLength({ day: date, from, to }, timeZone, now)}
      </p>
      <Field
        label={before === undefined ? "Note" : "Reason for change"}
        error={errors.note?.message}
        isOptional={before === undefined}
        isRequired={before !== undefined}
      >
        <Textarea {...form.register("note")} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

/**
 * Formats the length, such as `1 h 30 min, ending the next day`. Undefined until all fields are filled in.
 */
function formatLength(typed: TypedTime, timeZone: string, now: Date): string | undefined {
  if ([typed.day, typed.from, typed.to].includes("")) return undefined;
  const length = formatHours(minutesWorked([toSpan(typed, timeZone)], now));
  return endsNextDay(typed) ? `${length}, ending the next day` : length;
}
