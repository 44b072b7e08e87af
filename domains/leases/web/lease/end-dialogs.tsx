import { useWatch } from "react-hook-form";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { endLease, type Lease, recordNotice } from "../../contract.ts";
import { countMembers, formatPeople, formatUnits, joinSentences, notificationNotice } from "../format.ts";
import { useEndLease, useRecordNotice } from "../mutations.ts";

interface EndDialogProps {
  lease: Lease;
  onClose: () => void;
}

export function RecordNotice({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(recordNotice.body, { to: lease.to ?? "" });
  const save = useRecordNotice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Record notice?"
      description={joinSentences(
        "The lease stays active until its end date and then ends automatically.",
        notificationNotice(lease),
      )}
      confirmLabel="Record Notice"
      busyLabel="Saving..."
      isBusy={save.isPending}
      onConfirm={form.handleSubmit(({ to }) =>
        save.mutate(
          { lease, value: to },
          { onSuccess: onClose, onError: closeUnlessFieldError(showFieldErrors(form), onClose) },
        ),
      )}
    >
      <Field label="End date" error={form.formState.errors.to?.message} isRequired>
        <Input type="date" min={lease.today} {...form.register("to")} />
      </Field>
    </ConfirmDialog>
  );
}

export function EndLease({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(endLease.body, { on: lease.today });
  const on = useWatch({ control: form.control, name: "on" });
  const save = useEndLease();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="End this lease?"
      description={describeEnd(lease, on)}
      confirmLabel="End Lease"
      busyLabel="Ending..."
      isBusy={save.isPending}
      isDestructive
      onConfirm={form.handleSubmit((body) =>
        save.mutate(
          { lease, value: body.on },
          { onSuccess: onClose, onError: closeUnlessFieldError(showFieldErrors(form), onClose) },
        ),
      )}
    >
      <Field label="End date" error={form.formState.errors.on?.message} isRequired>
        <Input type="date" min={lease.from} {...form.register("on")} />
      </Field>
    </ConfirmDialog>
  );
}

/** A field error keeps the dialog open. Any other error was already shown as a toast. */
const closeUnlessFieldError = (show: (error: unknown) => void, onClose: () => void) => (error: unknown) =>
  Object.keys(getFieldErrors(error)).length === 0 ? onClose() : show(error);

function describeEnd(lease: Lease, on: string): string {
  const units = formatUnits(lease.units);
  const count = countMembers(lease);
  const people =
    count === 0 ? "" : `${formatPeople(count)} will be notified and can then only view their own history.`;
  const vacant =
    on !== "" && on > lease.today
      ? `${units} will become vacant after ${formatCalendarDay(on)}.`
      : `${units} will become vacant immediately, and the lease can't be reopened.`;
  return joinSentences(vacant, people);
}
