import * as z from "zod/mini";
import { day, text } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { TypedVisit } from "./typed-visit.ts";

const timeOfDayField = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

const visitForm = z.object({
  day: day("Please select a date"),
  from: timeOfDayField("Please select a start time"),
  to: timeOfDayField("Please select an end time"),
  note: text(0, "", 1000),
});

interface VisitDialogProps {
  title: string;
  description?: string;
  initialValue?: TypedVisit;
  /** The label of the button that closes the dialog, such as `Skip`. */
  cancelLabel?: string;
  isBusy: boolean;
  /** Why the server rejected the visit. */
  error: Error | null;
  onPropose: (visit: TypedVisit, options: { onError: (error: unknown) => void }) => void;
  onClose: () => void;
}

/** Asks for the start and end of a visit, in the property's time zone. */
export function VisitDialog(props: VisitDialogProps) {
  const {
    initialValue,
    onPropose,
    error,
    description = "Times are in the property's time zone.",
    ...dialogProps
  } = props;
  const form = useContractForm(visitForm, { day: "", from: "09:00", to: "11:00", note: "", ...initialValue });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...dialogProps}
      description={description}
      submitLabel="Propose visit"
      busyLabel="Proposing..."
      onSubmit={form.handleSubmit((visit) => onPropose(visit, { onError: showFieldErrors(form) }))}
    >
      <FormError error={error} form={form} />
      <Field label="Date" error={errors.day?.message} isRequired>
        <Input {...form.register("day")} type="date" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="From" error={errors.from?.message} isRequired>
          <Input {...form.register("from")} type="time" />
        </Field>
        <Field label="To" error={errors.to?.message} isRequired>
          <Input {...form.register("to")} type="time" />
        </Field>
      </div>
      <Field label="Note" error={errors.note?.message} isOptional>
        <Textarea {...form.register("note")} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}
