import { useState } from "react";
import type { Person } from "#domains/accounts/people-contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { ApproveDialog } from "#domains/accounts/web/approve-dialog.tsx";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, type ButtonSize } from "#web/ui/button.tsx";

/** Approves a claim at once; for a person without one, unit or buildings are asked for first. */
export function ApproveButton({ person, size }: { person: Person; size?: ButtonSize }) {
  const [isAsking, setIsAsking] = useState(false);
  const approve = useApprove();
  const canWrite = useIsServerReachable();
  return (
    <>
      <Button
        size={size}
        aria-label={`Approve ${person.fullName}`}
        disabled={!canWrite}
        isBusy={approve.isPending}
        onClick={() =>
          person.claimedUnit === null ? setIsAsking(true) : approve.mutate({ person, choice: {} })
        }
      >
        Approve
      </Button>
      {isAsking && <ApproveDialog person={person} onClose={() => setIsAsking(false)} />}
    </>
  );
}
