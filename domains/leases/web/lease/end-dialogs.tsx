import { useWatch } from "react-hook-form";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { endLease, type Lease, recordNotice } from "../../contract.ts";
import {
  countMembers,
  formatNotificationNotice,
  formatPeople,
  formatUnits,
  joinSentences,
} from "../format.ts";
import { useEndLease, useRecordNotice } from "../mutations.ts";

interface EndDialogProps {
  lease: Lease;
  onClose: () => void;
}

export function RecordNoticeDialog({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(recordNotice.body, { to: lease.to ?? "" });
  const saveNotice = useRecordNotice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Record notice?"
      description={joinSentences(
        "The lease stays active until its end date and then ends automatically.",
        formatNotificationNotice(lease),
      )}
      confirmLabel="Record Notice"
      busyLabel="Saving..."
      isBusy={saveNotice.isPending}
      onConfirm={form.handleSubmit(({ to }) =>
        saveNotice.mutate(
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

export function EndLeaseDialog({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(endLease.body, { on: lease.today });
  const endsOn = useWatch({ control: form.control, name: "on" });
  const saveLeaseEnd = useEndLease();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="End this lease?"
      description={describeEnd(lease, endsOn)}
      confirmLabel="End Lease"
      busyLabel="Ending..."
      isBusy={saveLeaseEnd.isPending}
      isDestructive
      onConfirm={form.handleSubmit((body) =>
        saveLeaseEnd.mutate(
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
const closeUnlessFieldError =
  (showFieldError: (error: unknown) => void, onClose: () => void) => (error: unknown) =>
    Object.keys(getFieldErrors(error)).length === 0 ? onClose() : showFieldError(error);

function describeEnd(lease: Lease, endsOn: string): string {
  const units = formatUnits(lease.units);
  const count = countMembers(lease);
  const peopleText =
    count === 0 ? "" : `${formatPeople(count)} will be notified and can then only view their own history.`;
  const vacancyText =
    endsOn !== "" && endsOn > lease.today
      ? `${units} will become vacant after ${formatCalendarDay(endsOn)}.`
      : `${units} will become vacant immediately, and the lease can't be reopened.`;
  return joinSentences(vacancyText, peopleText);
}
