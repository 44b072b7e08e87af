import { useEffect, useRef, useState } from "react";
import { CircleCheck } from "#web/icons.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Payment } from "../contract.ts";
import { ReceiptPanel } from "./receipt-panel.tsx";

interface PaidPanelProps {
  /** Null: received, but not recorded yet. */
  payment: Payment | null;
  onLookAgain: () => Promise<void>;
}

/** Shows the receipt once the money was received. */
export function PaidPanel({ payment, onLookAgain }: PaidPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div data-state="success" className="space-y-4">
      <h3
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold text-lg outline-none print:hidden"
      >
        <CircleCheck aria-hidden="true" className="size-5 text-green-dot" />
        Payment received
      </h3>
      {payment === null ? <NotRecorded onLookAgain={onLookAgain} /> : <ReceiptPanel paymentId={payment.id} />}
    </div>
  );
}

function NotRecorded({ onLookAgain }: Pick<PaidPanelProps, "onLookAgain">) {
  const [isLooking, setIsLooking] = useState(false);
  const look = async () => {
    setIsLooking(true);
    await onLookAgain();
    setIsLooking(false);
  };
  return (
    <Banner
      kind="warning"
      title="Not on your account yet"
      action={
        <Button isBusy={isLooking} busyLabel="Looking..." onClick={() => void look()}>
          Look again
        </Button>
      }
    >
      The card provider has your payment. It will appear on your account within a few minutes; please do not
      pay again.
    </Banner>
  );
}
