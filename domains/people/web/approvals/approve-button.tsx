import { Suspense, useState } from "react";
import type { Person } from "#domains/people/people-contract.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, type ButtonSize } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const ApproveDialog = lazyPart(() =>
  import("#domains/people/web/approvals/approve-dialog.tsx").then((module) => ({
    default: module.ApproveDialog,
  })),
);

/** Opens the dialog that explains and confirms the approval. */
export function ApproveButton({
  person,
  ...buttonProps
}: {
  person: Person;
  size?: ButtonSize;
  variant?: "primary" | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useIsServerReachable();
  return (
    <>
      <Button
        {...buttonProps}
        aria-label={`Approve ${person.fullName}`}
        disabled={!canWrite}
        onClick={() => setIsOpen(true)}
      >
        Approve
      </Button>
      <Suspense>{isOpen && <ApproveDialog person={person} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
