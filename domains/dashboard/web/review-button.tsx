import { Suspense, useState } from "react";
import type { Confirmation } from "#domains/payments/confirmations-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ApproveDialog = lazyPart(() =>
  import("#domains/payments/web/review-dialogs.tsx").then((module) => ({ default: module.ApproveDialog })),
);

/** Approves a payment that was made outside of the portal, after a look at it. */
export function ReviewButton({ confirmation }: { confirmation: Confirmation }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!confirmation.may.review) return <span className="text-ink-soft text-sm">Somebody else decides</span>;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Approve
        <span className="sr-only">{` the payment of ${confirmation.company}`}</span>
      </Button>
      <Suspense>
        {isOpen && <ApproveDialog confirmation={confirmation} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
