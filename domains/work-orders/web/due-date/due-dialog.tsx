import * as z from "zod/mini";
import { day } from "#shared/http/fields.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";

const dueForm = z.object({
  day: day("Please select a date"),
  time: z.string().check(z.regex(/^\d\d:\d\d$/, "Please select a time")),
});

/** The default time that work is due. */
const endOfDay = "17:00";

interface DueDialogProps {
  title: string;
  /** The initial date and time. */
  initialValue?: WallTime;
  isBusy: boolean;
  onSubmit: (due: WallTime) => void;
  onClose: () => void;
}

/** Asks for a due date and time, in the property's time zone. */
export function DueDialog({ title, initialValue, isBusy, onSubmit, onClose }: DueDialogProps) {
  const form = useContractForm(dueForm, initialValue ?? { day: "", time: endOfDay });
  const { errors } = form.formState;
  return (
    <FormDialog
      title={title}
      description="Times are in the property's time zone."
      submitLabel="Set due date"
      isBusy={isBusy}
      onSubmit={form.handleSubmit(onSubmit)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label="Date" error={errors.day?.message} isRequired>
          <Input {...form.register("day")} type="date" />
        </Field>
        <Field label="Time" error={errors.time?.message} isRequired>
          <Input {...form.register("time")} type="time" />
        </Field>
      </div>
    </FormDialog>
  );
}
