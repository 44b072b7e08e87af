import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { text } from "#shared/http/fields.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useMinute } from "#web/use-current-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { type Span, validateSpan } from "../../time-entries.ts";
import { spanText, type WorkTime } from "../../work.ts";
import { SpanFields, spanShape } from "../spans/span-fields.tsx";
import { type TypedSpan, toInstants, toTypedSpan } from "../spans/typed-span.ts";
import { useAddTimeEntry, useEditTimeEntry } from "./mutations.ts";

const addForm = z.object({ ...spanShape, note: text(0, "", 1000) });
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
      description="When did you work on this?"
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
      description={`Currently recorded: ${spanText(current, order.timeZone)}.`}
      shape={current.endedAt === null ? editRunningForm : editForm}
      initialValue={toTypedSpan({ from: time.startedAt, to: time.endedAt }, order.timeZone)}
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
  initialValue: TypedSpan;
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
  const save = form.handleSubmit(({ note, ...typed }) => {
    const { from, to } = toInstants(
      typed,
      timeZone,
      currentEntry && { from: currentEntry.startedAt, to: currentEntry.endedAt },
    );
    const span = { startedAt: from, endedAt: to };
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
      <SpanFields form={form} timeZone={timeZone} canBeRunning={shape === editRunningForm} />
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
