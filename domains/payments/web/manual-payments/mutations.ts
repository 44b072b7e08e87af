import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toDollars } from "../../amount.ts";
import {
  addProof,
  approveConfirmation,
  type Confirmation,
  confirmPayment,
  rejectConfirmation,
  withdrawConfirmation,
} from "../../confirmations-contract.ts";
import type { PaymentToMake } from "../make-payment/payment-to-make.ts";
import { paymentKeys } from "../query-keys.ts";

type ConfirmBody = SentBodyOf<typeof confirmPayment>;

/** The idempotency key makes repeated submissions return the same confirmation. */
export function useConfirmPayment(
  { amountCents, description, unitId, leaseId }: PaymentToMake,
  onSent: (confirmation: Confirmation) => void,
) {
  const refetchAmounts = useRefetch(ledgerKeys.amounts);
  const { id: userId } = useUser();
  const [getKey] = useState(createIdempotencyKeys);
  return useMutation({
    mutationFn: (values: Pick<ConfirmBody, "method" | "transactionId" | "paymentDate" | "notes">) => {
      const body = { amount: toDollars(amountCents), description, ...values, userId, unitId, leaseId };
      return call(confirmPayment, { body, idempotencyKey: getKey(body) });
    },
    onSuccess: ({ confirmation }) => {
      if (confirmation.state === "pending")
        toast({
          title: "Payment Confirmed",
          description: "Your payment confirmation has been submitted.",
        });
      void refetchAmounts();
      onSent(confirmation);
    },
    onError: (error) =>
      toast({ title: "Confirmation Error", description: getErrorMessage(error), variant: "destructive" }),
  });
}

/** Returns the server's message, if there is one (PAY-67, PAY-68). */
function getErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError))
    return "There was a problem submitting your payment confirmation. Please try again.";
  return error.hasBody ? error.userMessage : "Failed to submit payment confirmation";
}

/** A failed upload can be retried without submitting another confirmation. */
export const useAddProof = (id: number, proof: File, onProgress: (progress: number) => void) =>
  useMutation({
    mutationFn: () => {
      const form = new FormData();
      form.append("proof", proof, proof.name);
      onProgress(0);
      return sendForm(addProof, { params: { id }, form, onProgress });
    },
    onSuccess: useRefetch(paymentKeys.confirmations),
  });

/**
 * Approves or rejects the version of a confirmation that is on the screen. The dialog shows errors, such as
 * an earlier decision.
 */
export const useReviewConfirmation = (onDone: () => void) =>
  useMutation({
    mutationFn: ({ confirmation: { id, version }, decision }: ConfirmationReview) =>
      decision.outcome === "approved"
        ? call(approveConfirmation, { params: { id }, body: decision.body, version })
        : call(rejectConfirmation, { params: { id }, body: decision.body, version }),
    onSuccess: ({ state, amountFormatted, company }) => {
      toast({
        title: state === "approved" ? "Payment Approved" : "Confirmation Rejected",
        description:
          state === "approved"
            ? `${amountFormatted} from ${company} has been posted to the ledger.`
            : `${company} has been notified with your reason.`,
      });
      onDone();
    },
    onSettled: useRefetch(ledgerKeys.amounts),
  });

/** Withdraws a pending confirmation. It fails if a manager has reviewed it since. */
export const useWithdrawConfirmation = () =>
  useMutation({
    mutationFn: ({ id }: Confirmation) => call(withdrawConfirmation, { params: { id } }),
    onSuccess: ({ amountFormatted }) =>
      toast({ title: "Report Withdrawn", description: `${amountFormatted} won't be reviewed.` }),
    onError: (error) =>
      toast({
        title: "Couldn't Withdraw Report",
        description: toUserMessage(error),
        variant: "destructive",
      }),
    onSettled: useRefetch(ledgerKeys.amounts),
  });

export type Approval = SentBodyOf<typeof approveConfirmation>;

interface ConfirmationReview {
  confirmation: Confirmation;
  decision: { outcome: "approved"; body: Approval } | { outcome: "rejected"; body: { reason: string } };
}
