import { Suspense, useState } from "react";
import type { Confirmation } from "#domains/payments/confirmations-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const ApproveDialog = lazyPart(() =>
  import("#domains/payments/web/manual-payments/review-dialogs.tsx").then((module) => ({
    default: module.ApproveDialog,
  })),
);

/** Opens a manual payment's details to approve it. */
export function ReviewButton({
  confirmation,
  variant,
}: {
  confirmation: Confirmation;
  variant?: "primary" | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (!confirmation.can.review) return <span className="text-ink-soft text-sm">Needs another reviewer</span>;
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        aria-label={`Approve ${confirmation.company}'s payment`}
        onClick={() => setIsOpen(true)}
      >
        Approve
      </Button>
      <Suspense>
        {isOpen && <ApproveDialog confirmation={confirmation} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
