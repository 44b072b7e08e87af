import { useState } from "react";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { Confirmation } from "../../confirmations-contract.ts";
import { paymentMethodNames } from "../../methods.ts";
import { useWithdrawConfirmation } from "./mutations.ts";

/** Withdraws a payment that was reported by mistake, after confirmation. */
export function WithdrawButton({ confirmation }: { confirmation: Confirmation }) {
  const { user, amountFormatted, method, transactionId } = confirmation;
  const isOwn = user.id === useUser().id;
  const canWrite = useIsServerReachable();
  const [isOpen, setIsOpen] = useState(false);
  const withdraw = useWithdrawConfirmation();
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" disabled={!canWrite} onClick={() => setIsOpen(true)}>
        Withdraw
        <span className="sr-only">{` the payment of ${amountFormatted}`}</span>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={`Withdraw ${isOwn ? "your" : `${user.fullName}'s`} report of ${amountFormatted}?`}
        description={`${isOwn ? "You" : user.fullName} reported a payment by ${paymentMethodNames[method]}, reference ${transactionId}. Your property manager won't review it, and it no longer counts as on its way.${isOwn ? "" : ` ${user.fullName} will be notified.`}`}
        confirmLabel="Withdraw"
        busyLabel="Withdrawing..."
        isBusy={withdraw.isPending}
        isDestructive
        onConfirm={() => withdraw.mutate(confirmation, { onSettled: close })}
      />
    </>
  );
}
