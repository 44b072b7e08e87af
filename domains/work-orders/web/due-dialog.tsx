import * as z from "zod/mini";
import { day } from "#shared/http/fields.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";

const dueForm = z.object({
  day: day("Please choose a day"),
  time: z.string().check(z.regex(/^\d\d:\d\d$/, "Please choose a time")),
});

/** The hour by which work is due unless somebody says otherwise. */
const endOfDay = "17:00";

interface DueDialogProps {
  title: string;
  /** The day and time that the dialog begins with. */
  begin?: WallTime | undefined;
  isBusy: boolean;
  onSubmit: (due: WallTime) => void;
  onClose: () => void;
}

/** Asks by when work is due, on the clocks of its building. */
export function DueDialog({ title, begin, isBusy, onSubmit, onClose }: DueDialogProps) {
  const form = useContractForm(dueForm, begin ?? { day: "", time: endOfDay });
  const { errors } = form.formState;
  return (
    <FormDialog
      title={title}
      description="In the time zone of the building."
      size="sm"
      submitLabel="Set due time"
      isBusy={isBusy}
      onSubmit={form.handleSubmit(onSubmit)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label="Day" error={errors.day?.message} isRequired>
          <Input {...form.register("day")} type="date" />
        </Field>
        <Field label="Time" error={errors.time?.message} isRequired>
          <Input {...form.register("time")} type="time" />
        </Field>
      </div>
    </FormDialog>
  );
}
