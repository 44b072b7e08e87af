import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { newIdempotencyKey } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { refundPayment, resendReceipt } from "../../staff-contract.ts";
import { paymentKeys } from "../query-keys.ts";

/** The form shows errors. */
export function useRefund(paymentId: number, onDone: () => void) {
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (body: { amountCents: number; reason: string }) =>
      call(refundPayment, { params: { id: paymentId }, body, idempotencyKey }),
    onSuccess: ({ refunds: [newestRefund] }) => {
      toast(
        newestRefund?.state === "requested"
          ? {
              title: "Refund Requested",
              description: "The card provider hasn't responded yet. We'll keep trying.",
            }
          : { title: "Refund Recorded", description: "The charges it covered are unpaid again." },
      );
      onDone();
    },
    // A rejected request is final. A server error or a lost response might hide a refund, so the next attempt
    // reuses the key.
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setIdempotencyKey(newIdempotencyKey());
    },
    onSettled: useRefetch(ledgerKeys.amounts),
  });
}

export function useResendReceipt(paymentId: number) {
  const refetchPayment = useRefetch(paymentKeys.payment(paymentId));
  return useMutation({
    mutationFn: () => call(resendReceipt, { params: { id: paymentId } }),
    onSuccess: ({ message }) => {
      toast({ title: "Receipt Sent", description: message });
      void refetchPayment();
    },
    onError: (error) =>
      toast({
        title: "Receipt Error",
        description:
          error instanceof ApiError && error.status === 409
            ? toUserMessage(error)
            : "Failed to send receipt. Please contact support.",
        variant: "destructive",
      }),
  });
}
