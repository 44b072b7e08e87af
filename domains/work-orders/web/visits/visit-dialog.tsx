import * as z from "zod/mini";
import { addDays } from "#shared/calendar.ts";
import { text } from "#shared/http/fields.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { maxVisitHours } from "../../appointment.ts";
import { endBeforeStart, SpanFields, spanShape } from "../spans/span-fields.tsx";
import { isReversed } from "../spans/typed-span.ts";
import type { TypedVisit } from "./typed-visit.ts";

const visitForm = z.object({ ...spanShape, note: text(0, "", 1000) });

interface VisitDialogProps {
  title: string;
  description?: string;
  /** Replaces parts of the suggested time. */
  initialValue?: Partial<TypedVisit>;
  /** The property's time zone. Absent if there is more than one property. */
  timeZone?: string;
  /** The label of the button that closes the dialog, such as `Skip`. */
  cancelLabel?: string;
  isBusy: boolean;
  /** Why the server rejected the visit. */
  error: Error | null;
  onPropose: (visit: TypedVisit, options: { onError: (error: unknown) => void }) => void;
  onClose: () => void;
}

/** Asks for the time of a visit and a note. */
export function VisitDialog(props: VisitDialogProps) {
  const { initialValue, onPropose, error, description, timeZone, ...dialogProps } = props;
  const form = useContractForm(visitForm, { ...suggestVisit(timeZone), note: "", ...initialValue });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...dialogProps}
      description={description ?? null}
      submitLabel="Propose visit"
      busyLabel="Proposing..."
      onSubmit={form.handleSubmit((visit) => {
        if (isReversed(visit, timeZone ?? "UTC", maxVisitHours))
          form.setError("to", { message: endBeforeStart });
        else onPropose(visit, { onError: showFieldErrors(form) });
      })}
    >
      <FormError error={error} form={form} />
      <SpanFields form={form} timeZone={timeZone} maxHours={maxVisitHours} />
      <Field label="Note" error={errors.note?.message} isOptional>
        <Textarea {...form.register("note")} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

const firstHour = "09:00";

/** Returns the next morning in the property's time zone: today's if it's still ahead, or tomorrow's. */
export function suggestVisit(timeZone: string | undefined, now = new Date()): TypedVisit {
  const { day, time } = toWallTime(now, timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { day: time < firstHour ? day : addDays(day, 1), from: firstHour, to: "11:00" };
}
