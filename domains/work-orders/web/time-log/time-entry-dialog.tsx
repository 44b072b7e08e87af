import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { text } from "#shared/http/fields.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { getFieldErrors } from "#web/error-message.ts";
import type { Change } from "#web/offline-queue/change.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { describeStartBeforeReport, type TimeSpan, validateTimeSpan } from "../../time-entries.ts";
import { formatTimeSpan, type WorkTime } from "../../work.ts";
import type { Payloads } from "../offline-queue/change-types.ts";
import { getOfflineQueue } from "../offline-queue/offline-queue.ts";
import { workOrderQuery } from "../queries.ts";
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
  const now = useCurrentMinute();
  return (
    <TimeEntryDialog
      title={`Add time to ${workOrderNumber(order.id)}`}
      description="When did you work on this?"
      submitLabel="Add time"
      shape={addForm}
      initialValue={{ day: toWallTime(now, order.timeZone).day, from: "", to: "" }}
      timeZone={order.timeZone}
      reportedAt={order.reportedAt}
      isBusy={isPending}
      error={error}
      // The form requires an end.
      onSave={({ startedAt, endedAt }, note, showError) =>
        endedAt !== null && mutate({ startedAt, endedAt, note }, { onError: showError })
      }
      onClose={onClose}
    />
  );
}

/**
 * Edits a time entry. If someone else edited it first, the dialog shows the current entry, and saving again
 * overwrites it.
 */
export function EditTimeEntryDialog({ order, time, onClose }: AddTimeEntryDialogProps & { time: WorkTime }) {
  const { mutate, isPending, error } = useEditTimeEntry(order.id, onClose);
  const current = order.times.find(({ id }) => id === time.id) ?? time;
  return (
    <TimeEntryDialog
      title={`Edit ${current.user.fullName}'s time`}
      description={`Currently recorded: ${formatTimeSpan(current, order.timeZone)}.`}
      shape={current.endedAt === null ? editRunningForm : editForm}
      initialValue={toTypedSpan({ from: time.startedAt, to: time.endedAt }, order.timeZone)}
      currentEntry={current}
      timeZone={order.timeZone}
      reportedAt={order.reportedAt}
      isBusy={isPending}
      error={error}
      onSave={(span, note, showError) =>
        mutate({ time: current, body: { ...span, note } }, { onError: showError })
      }
      onClose={onClose}
    />
  );
}

interface ChangePendingTimesDialogProps {
  change: Change;
  onClose: () => void;
}

/** Changes the times of an unsent time entry that the server rejected, and sends it again. */
export function ChangePendingTimesDialog({ change, onClose }: ChangePendingTimesDialogProps) {
  const { startedAt, endedAt, note = "" } = change.payload as Payloads["time"];
  const { orderRef } = change;
  const order = useQueryClient().getQueryData(workOrderQuery("id" in orderRef ? orderRef.id : 0).queryKey);
  const timeZone = order?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <TimeEntryDialog
      title="Change times"
      description={change.reason ?? "When did you work on this?"}
      shape={addForm}
      initialValue={toTypedSpan({ from: startedAt, to: endedAt }, timeZone)}
      initialNote={note}
      timeZone={timeZone}
      reportedAt={order?.reportedAt}
      isBusy={false}
      error={null}
      onSave={async (span, changedNote) => {
        const queue = await getOfflineQueue();
        await queue.changePayload(change.id, { ...span, note: changedNote });
        await queue.tryAgain(change.id);
        onClose();
      }}
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
  initialNote?: string;
  /** The time entry being edited. */
  currentEntry?: WorkTime;
  timeZone: string;
  /** When the work order was reported. Undefined if it isn't on this device. */
  reportedAt: string | undefined;
  isBusy: boolean;
  error: Error | null;
  onSave: (span: TimeSpan, note: string, showError: (error: unknown) => void) => unknown;
  onClose: () => void;
}

function TimeEntryDialog({
  shape,
  initialValue,
  initialNote = "",
  currentEntry,
  timeZone,
  reportedAt,
  error,
  onSave,
  ...dialogProps
}: TimeEntryDialogProps) {
  const form = useContractForm(shape, { ...initialValue, note: initialNote });
  const { errors } = form.formState;
  const showSpanError = (field: keyof TimeSpan, message: string) =>
    form.setError(field === "startedAt" ? "from" : "to", { message }, { shouldFocus: true });
  const showError = (failure: unknown) => {
    const { startedAt, endedAt } = getFieldErrors(failure);
    if (endedAt !== undefined) showSpanError("endedAt", endedAt);
    if (startedAt !== undefined) showSpanError("startedAt", startedAt);
  };
  const isFieldError = ["startedAt", "endedAt"].some((field) => field in getFieldErrors(error));
  const save = form.handleSubmit(({ note, ...typed }) => {
    const { from, to } = toInstants(
      typed,
      timeZone,
      currentEntry && { from: currentEntry.startedAt, to: currentEntry.endedAt },
    );
    const span = { startedAt: from, endedAt: to };
    const spanError = validateTimeSpan(span, new Date());
    const isUnchangedStart = from === currentEntry?.startedAt;
    const reportError =
      reportedAt === undefined || isUnchangedStart
        ? undefined
        : describeStartBeforeReport(from, { reportedAt, timeZone });
    if (spanError !== undefined) showSpanError(spanError.field, spanError.message);
    else if (reportError !== undefined) showSpanError("startedAt", reportError);
    else onSave(span, note, showError);
  });
  return (
    <FormDialog {...dialogProps} onSubmit={save}>
      <FormError error={isFieldError ? null : error} form={form} />
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
