import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { day } from "#shared/http/fields.ts";
import { toInstant } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { RadioOption } from "#web/ui/forms/radio-option.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { pauseReasonLabels, pauseReasons } from "../../work.ts";
import { useConflictNote } from "../conflicts/use-conflict-note.ts";
import { describeTimeZone } from "../spans/typed-span.ts";
import { useRecordWork } from "./mutations.ts";

const pauseForm = z.object({
  reason: z.pipe(z.string(), z.enum(pauseReasons, "Please select a reason")),
  day: z.union([z.literal(""), day("Please select a date")]),
  time: z.string().check(z.regex(/^\d\d:\d\d$/, "Please select a time")),
});

/** The default time when only the date is known. */
const startOfDay = "08:00";

const reasonHints = {
  part: "A part needs to be ordered or picked up.",
  access: "No one is available to let you in.",
  tenant: "The tenant needs to respond or be on site.",
  approval: "The work needs approval first.",
  break: "A break, the end of the day, or another work order first.",
} as const satisfies Record<(typeof pauseReasons)[number], string>;

/** Asks why the work is on hold and, if known, until when. */
export default function PauseDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { mutate, isPending } = useRecordWork(order);
  const conflictNote = useConflictNote(order);
  const form = useContractForm(pauseForm, { reason: "", day: "", time: startOfDay });
  const { errors } = form.formState;
  const [reason, endDay] = useWatch({ control: form.control, name: ["reason", "day"] });
  const zoneNote = describeTimeZone(order.timeZone, useCurrentMinute());
  const pause = form.handleSubmit((values) => {
    const until = values.day === "" ? null : toInstant(values, order.timeZone).toISOString();
    mutate({ step: "pause", reason: values.reason, until }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={`Pause ${workOrderNumber(order.id)}`}
      description="Why is the work on hold?"
      submitLabel="Pause"
      busyLabel="Pausing..."
      isBusy={isPending}
      onSubmit={pause}
      onClose={onClose}
    >
      {conflictNote !== undefined && <Banner kind="warning" title={conflictNote} />}
      <fieldset className="space-y-2">
        <legend className="sr-only">Reason</legend>
        {pauseReasons.map((option) => (
          <RadioOption
            key={option}
            name="reason"
            label={pauseReasonLabels[option]}
            hint={reasonHints[option]}
            isSelected={reason === option}
            onSelect={() => form.setValue("reason", option, { shouldValidate: true })}
          />
        ))}
        {errors.reason?.message !== undefined && (
          <p role="alert" className="text-red-text text-sm">
            {errors.reason.message}
          </p>
        )}
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Resume date, if known" error={errors.day?.message}>
          <Input {...form.register("day")} type="date" />
        </Field>
        {endDay !== "" && (
          <Field label="Time" error={errors.time?.message}>
            <Input {...form.register("time")} type="time" />
          </Field>
        )}
      </div>
      {endDay !== "" && zoneNote !== null && <p className="text-ink-soft text-sm">{zoneNote}</p>}
    </FormDialog>
  );
}
