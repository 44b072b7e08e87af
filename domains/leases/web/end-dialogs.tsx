import { useWatch } from "react-hook-form";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { fieldErrorsOf, showAtFields } from "#web/refusal.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { endLease, giveNotice, type Lease } from "../contract.ts";
import { useEndLease, useGiveNotice } from "./api.ts";
import { areOrIs, capital, membersOf, peopleInWords, toldWords, unitsInWords } from "./words.ts";

interface EndDialogProps {
  lease: Lease;
  onClose: () => void;
}

export function GiveNotice({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(giveNotice.body, { to: lease.to ?? "" });
  const save = useGiveNotice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Give notice?"
      description={`The lease runs on until its last day and then ends by itself.${toldWords(lease)}`}
      confirmLabel="Give Notice"
      busyLabel="Saving..."
      isBusy={save.isPending}
      onConfirm={form.handleSubmit(({ to }) =>
        save.mutate(
          { lease, value: to },
          { onSuccess: onClose, onError: orClose(showAtFields(form), onClose) },
        ),
      )}
    >
      <Field label="Last day" error={form.formState.errors.to?.message} isRequired>
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
      description={consequenceOfEnd(lease, on)}
      confirmLabel="End Lease"
      busyLabel="Ending..."
      isBusy={save.isPending}
      isDestructive
      onConfirm={form.handleSubmit((body) =>
        save.mutate(
          { lease, value: body.on },
          { onSuccess: onClose, onError: orClose(showAtFields(form), onClose) },
        ),
      )}
    >
      <Field label="Last day" error={form.formState.errors.on?.message} isRequired>
        <Input type="date" min={lease.from} {...form.register("on")} />
      </Field>
    </ConfirmDialog>
  );
}

/** A field error keeps the dialog open; any other error was shown as a toast. */
const orClose = (show: (error: unknown) => void, onClose: () => void) => (error: unknown) =>
  Object.keys(fieldErrorsOf(error)).length === 0 ? onClose() : show(error);

function consequenceOfEnd(lease: Lease, on: string): string {
  const count = membersOf(lease);
  const people =
    count === 0
      ? ""
      : ` ${capital(peopleInWords(count))} will be told and then only ${count === 1 ? "reads" : "read"} their own history.`;
  if (on !== "" && on > lease.today)
    return `When ${formatCalendarDay(on)} is over, ${lowered(unitsInWords(lease.units))} ${areOrIs(lease)} vacant.${people}`;
  return `At once: ${lowered(unitsInWords(lease.units))} ${areOrIs(lease)} vacant, and the lease cannot be reopened.${people}`;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
