import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { day } from "#shared/http/fields.ts";
import { instantOf } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Choice } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import type { WorkOrderRow } from "../contract.ts";
import { pauseReasonLabels, pauseReasons } from "../work.ts";
import { useWork } from "./api.ts";

const pausing = z.object({
  reason: z.pipe(z.string(), z.enum(pauseReasons, "Please choose what the work is waiting for")),
  day: z.union([z.literal(""), day("Please choose a day")]),
  time: z.string().check(z.regex(/^\d\d:\d\d$/, "Please choose a time")),
});

/** A morning, when somebody knows the day only. */
const startOfDay = "08:00";

const hints = {
  part: "The part has to be ordered or fetched.",
  access: "Nobody can let you in now.",
  tenant: "They have to answer or be there.",
  approval: "Somebody has to approve the work first.",
} as const satisfies Record<(typeof pauseReasons)[number], string>;

/** Asks why the work rests and, if that is known, until when. */
export default function PauseDialog({ order, onClose }: { order: WorkOrderRow; onClose: () => void }) {
  const { mutate, isPending } = useWork(order);
  const form = useContractForm(pausing, { reason: "", day: "", time: startOfDay });
  const { errors } = form.formState;
  const [reason, dayOfEnd] = useWatch({ control: form.control, name: ["reason", "day"] });
  const pause = form.handleSubmit((chosen) => {
    const until = chosen.day === "" ? null : instantOf(chosen, order.timeZone).toISOString();
    mutate({ did: "pause", reason: chosen.reason, until }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={`Pause ${workOrderNumber(order.id)}`}
      description="What is the work waiting for?"
      size="sm"
      submitLabel="Pause"
      busyLabel="Pausing..."
      isBusy={isPending}
      onSubmit={pause}
      onClose={onClose}
    >
      <fieldset className="space-y-2">
        <legend className="sr-only">What the work is waiting for</legend>
        {pauseReasons.map((one) => (
          <Choice
            key={one}
            name="reason"
            label={pauseReasonLabels[one]}
            hint={hints[one]}
            isChosen={reason === one}
            onChoose={() => form.setValue("reason", one, { shouldValidate: true })}
          />
        ))}
        {errors.reason?.message !== undefined && (
          <p role="alert" className="text-red-text text-sm">
            {errors.reason.message}
          </p>
        )}
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Until when, if known" error={errors.day?.message}>
          <Input {...form.register("day")} type="date" />
        </Field>
        {dayOfEnd !== "" && (
          <Field label="Time" error={errors.time?.message}>
            <Input {...form.register("time")} type="time" />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}
