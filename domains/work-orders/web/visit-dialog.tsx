import * as z from "zod/mini";
import { day, text } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import type { TypedVisit } from "./visit-window.ts";

const time = (message: string) => z.string().check(z.regex(/^\d\d:\d\d$/, message));

const visitForm = z.object({
  day: day("Please choose a day"),
  from: time("Please choose when the visit begins"),
  to: time("Please choose when the visit ends"),
  note: text(0, "", 1000),
});

interface VisitDialogProps {
  title: string;
  description?: string;
  begin?: TypedVisit | undefined;
  /** What leaving the dialog means, e.g. `Skip`. */
  cancelLabel?: string;
  isBusy: boolean;
  /** Why the server refused the visit. */
  error: Error | null;
  propose: (visit: TypedVisit, options: { onError: (error: unknown) => void }) => void;
  onClose: () => void;
}

/** Asks from when to when somebody comes, on the clocks of the building. */
export function VisitDialog(props: VisitDialogProps) {
  const { begin, propose, error, description = "In the time zone of the building.", ...dialog } = props;
  const form = useContractForm(visitForm, { day: "", from: "09:00", to: "11:00", note: "", ...begin });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...dialog}
      description={description}
      size="sm"
      submitLabel="Propose visit"
      busyLabel="Proposing..."
      onSubmit={form.handleSubmit((visit) => propose(visit, { onError: showAtFields(form) }))}
    >
      <Refused error={error} form={form} />
      <Field label="Day" error={errors.day?.message} isRequired>
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
