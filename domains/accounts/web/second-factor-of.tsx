import { useState } from "react";
import type { readPerson } from "#domains/accounts/people-contract.ts";
import { useRemoveSecondFactor } from "#domains/accounts/web/people-changes.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/** The state of a person's two-factor sign-in. An administrator can remove it when the phone is lost. */
export function SecondFactorOf({ person }: { person: ResponseOf<typeof readPerson> }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveSecondFactor();
  const canWrite = useIsServerReachable();
  const me = useUser();
  if (person.hasSecondFactor !== true) return "Off";
  const close = () => setIsAsking(false);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      On
      {person.id !== me.id && (
        <Button size="sm" disabled={!canWrite} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Remove two-factor sign-in of ${person.fullName}?`}
        description="For when the phone and the recovery codes are lost: make sure that the request really comes from them. They are signed out everywhere, notified by mail, and sign in with the password alone until they set it up again."
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() => remove.mutate(person, { onSettled: close })}
      />
    </span>
  );
}
