import { useState } from "react";
import {
  AmountField,
  amountMissing,
  DayField,
  ReasonField,
  Refused,
  reasonMissing,
} from "#domains/ledger/web/dialog-parts.tsx";
import { fieldErrorsOf } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { dollarsSent } from "../amount.ts";
import type { Confirmation } from "../confirmations-contract.ts";
import { paymentMethodLabels } from "../methods.ts";
import { useReview } from "./confirmation-queries.ts";

interface ReviewDialogProps {
  confirmation: Confirmation;
  onClose: () => void;
}

const about = ({ user, company, amountFormatted, method, transactionId }: Confirmation): string =>
  `${user.fullName} of ${company}: ${amountFormatted} by ${paymentMethodLabels[method]}, reference ${transactionId}.`;

/** Enters what was confirmed on the ledger; another amount or day needs a reason, which the payer reads. */
export function ApproveDialog({ confirmation, onClose }: ReviewDialogProps) {
  const [amountCents, setAmount] = useState<number | null>(confirmation.amountCents);
  const [paymentDate, setDay] = useState(confirmation.paymentDate);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const review = useReview(onClose);
  const errors = fieldErrorsOf(review.error);
  const isChanged = amountCents !== confirmation.amountCents || paymentDate !== confirmation.paymentDate;
  const isReasoned = !isChanged || reason.trim().length >= 3;
  const submit = () => {
    setIsTried(true);
    if (amountCents === null || !isReasoned) return;
    review.mutate({
      confirmation,
      decision: {
        is: "approved",
        body: isChanged ? { amount: dollarsSent(amountCents), paymentDate, reason: reason.trim() } : {},
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Approve Payment"
      description={about(confirmation)}
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={review.isPending}
      onSubmit={submit}
    >
      <Refused error={review.error} fields={["amount", "paymentDate", "reason"]} />
      <AmountField
        value={amountCents}
        onChange={setAmount}
        error={isTried && amountCents === null ? amountMissing : errors["amount"]}
      />
      <DayField label="Payment Date" value={paymentDate} onChange={setDay} error={errors["paymentDate"]} />
      {isChanged && (
        <ReasonField
          value={reason}
          onChange={setReason}
          error={isTried && !isReasoned ? reasonMissing : errors["reason"]}
        />
      )}
    </FormDialog>
  );
}

/** Refuses it; the payer reads the reason and may confirm again. */
export function RejectDialog({ confirmation, onClose }: ReviewDialogProps) {
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const review = useReview(onClose);
  const isReasoned = reason.trim().length >= 3;
  const submit = () => {
    setIsTried(true);
    if (isReasoned)
      review.mutate({ confirmation, decision: { is: "rejected", body: { reason: reason.trim() } } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Reject Confirmation"
      description={about(confirmation)}
      submitLabel="Reject"
      busyLabel="Rejecting..."
      isBusy={review.isPending}
      onSubmit={submit}
    >
      <Refused error={review.error} fields={["reason"]} />
      <ReasonField
        value={reason}
        onChange={setReason}
        error={isTried && !isReasoned ? reasonMissing : fieldErrorsOf(review.error)["reason"]}
      />
    </FormDialog>
  );
}
