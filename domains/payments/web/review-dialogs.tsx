import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { AmountField, ReasonField } from "#domains/ledger/web/dialog-parts.tsx";
import { day } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { dollarsSent } from "../amount.ts";
import { type Confirmation, rejectConfirmation } from "../confirmations-contract.ts";
import { paymentMethodLabels } from "../methods.ts";
import { type Approval, useReview } from "./confirmation-queries.ts";

interface ReviewDialogProps {
  confirmation: Confirmation;
  onClose: () => void;
}

const about = ({ user, company, amountFormatted, method, transactionId }: Confirmation): string =>
  `${user.fullName} of ${company}: ${amountFormatted} by ${paymentMethodLabels[method]}, reference ${transactionId}.`;

/** The values entered instead of the confirmed ones. */
const correction = z.object({
  amount: cents("Please enter an amount above $0.00"),
  paymentDate: day("Please select the payment date"),
  reason: rejectConfirmation.body.shape.reason,
});

/** Posts the confirmed payment to the ledger. Another amount or day requires a reason, which the payer sees. */
export function ApproveDialog({ confirmation, onClose }: ReviewDialogProps) {
  const form = useContractForm(correction, {
    amount: confirmation.amountCents as number | null,
    paymentDate: confirmation.paymentDate,
    reason: "",
  });
  const { register, control, formState } = form;
  const [amountCents, paymentDate] = useWatch({ control, name: ["amount", "paymentDate"] });
  const draft = useDraft(form, `approve:${confirmation.id}`);
  const review = useReview(draft.dropAnd(onClose));
  const isChanged = amountCents !== confirmation.amountCents || paymentDate !== confirmation.paymentDate;
  const approve = (body: Approval) =>
    review.mutate({ confirmation, decision: { is: "approved", body } }, { onError: showAtFields(form) });
  const approveChanged = form.handleSubmit(({ amount, ...rest }) =>
    approve({ amount: dollarsSent(amount), ...rest }),
  );
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Approve Payment"
      description={about(confirmation)}
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={review.isPending}
      onSubmit={() => (isChanged ? approveChanged() : approve({}))}
    >
      <Refused error={review.error} form={form} />
      <AmountField control={control} name="amount" />
      <Field label="Payment Date" error={formState.errors.paymentDate?.message} isRequired>
        <Input type="date" {...register("paymentDate")} />
      </Field>
      {isChanged && <ReasonField wiring={register("reason")} error={formState.errors.reason} />}
    </FormDialog>
  );
}

/** Rejects the confirmation; the payer sees the reason and may confirm again. */
export function RejectDialog({ confirmation, onClose }: ReviewDialogProps) {
  const form = useContractForm(rejectConfirmation.body, { reason: "" });
  const draft = useDraft(form, `reject:${confirmation.id}`);
  const review = useReview(draft.dropAnd(onClose));
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Reject Confirmation"
      description={about(confirmation)}
      submitLabel="Reject"
      busyLabel="Rejecting..."
      isBusy={review.isPending}
      onSubmit={form.handleSubmit((body) =>
        review.mutate({ confirmation, decision: { is: "rejected", body } }, { onError: showAtFields(form) }),
      )}
    >
      <Refused error={review.error} form={form} />
      <ReasonField wiring={form.register("reason")} error={form.formState.errors.reason} />
    </FormDialog>
  );
}
