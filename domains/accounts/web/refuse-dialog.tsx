import { useState } from "react";
import * as z from "zod/mini";
import { type Person, refusePerson } from "#domains/accounts/people-contract.ts";
import { useRefuse } from "#domains/accounts/web/approve.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";

/** Asks for the reason, which the refused person gets to read. */
export function RefuseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const refuse = useRefuse();
  const confirm = () => {
    const checked = z.safeParse(refusePerson.body, { reason });
    setError(checked.error?.issues[0]?.message);
    if (checked.success) refuse.mutate({ person, reason: checked.data.reason }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refuse ${person.fullName}?`}
      description="They see your reason and may ask again. Work orders they reported are cancelled."
      confirmLabel="Refuse"
      busyLabel="Refusing..."
      isBusy={refuse.isPending}
      isDestructive
      onConfirm={confirm}
    >
      <Field label="Reason" error={error} isRequired>
        <Textarea
          value={reason}
          maxLength={500}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
