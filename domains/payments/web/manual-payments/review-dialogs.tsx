import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { AmountField, ReasonField } from "#domains/ledger/web/dialogs/dialog-parts.tsx";
import { MoneyDialog } from "#domains/ledger/web/dialogs/money-dialog.tsx";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { day } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { toDollars } from "../../amount.ts";
import { type Confirmation, rejectConfirmation } from "../../confirmations-contract.ts";
import { paymentMethodNames } from "../../methods.ts";
import { describeSamePayment } from "../../same-payment.ts";
import { type Approval, useReviewConfirmation } from "./mutations.ts";

interface ReviewDialogProps {
  confirmation: Confirmation;
  onClose: () => void;
}

const describeConfirmation = ({ user, amountFormatted, method, transactionId }: Confirmation): string =>
  `${user.fullName} paid ${amountFormatted} by ${paymentMethodNames[method]}, reference ${transactionId}.`;

/** Says which date the payment gets if the reported one is in a closed month. */
const describeDate = ({ paymentDate, datedOn }: Confirmation): string | undefined =>
  datedOn === null
    ? undefined
    : `${formatMonth(paymentDate)} is closed, so the payment will be dated ${formatCalendarDay(datedOn)}.`;

const toLeaseName = ({ company, property, unit }: Confirmation) => ({
  company,
  property: property.name,
  units: unit?.unitNumber ?? "",
});

/** The values to post instead of the reported ones. */
const correctionForm = z.object({
  amount: cents("Please enter an amount above $0.00"),
  paymentDate: day("Please select the payment date"),
  reason: rejectConfirmation.body.shape.reason,
});

/**
 * Posts the reported payment to the ledger. A different amount or date requires a reason, which the payer
 * sees.
 */
export function ApproveDialog({ confirmation, onClose }: ReviewDialogProps) {
  const form = useContractForm(correctionForm, {
    amount: confirmation.amountCents as number | null,
    paymentDate: confirmation.paymentDate,
    reason: "",
  });
  const { register, control, formState } = form;
  const [amountCents, paymentDate] = useWatch({ control, name: ["amount", "paymentDate"] });
  const draft = useDraft(form, `approve:${confirmation.id}`);
  const review = useReviewConfirmation(draft.clearThen(onClose));
  const { samePayment } = confirmation;
  const isChanged = amountCents !== confirmation.amountCents || paymentDate !== confirmation.paymentDate;
  const approve = (body: Approval) =>
    review.mutate(
      { confirmation, decision: { outcome: "approved", body } },
      { onError: showFieldErrors(form) },
    );
  const approveWithChanges = form.handleSubmit(({ amount, ...rest }) =>
    approve({ amount: toDollars(amount), ...rest }),
  );
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Approve Payment"
      lease={toLeaseName(confirmation)}
      verb="Approve"
      preposition="from"
      amountCents={amountCents}
      description={describeConfirmation(confirmation)}
      busyLabel="Approving..."
      isBusy={review.isPending}
      onSubmit={() => (isChanged ? approveWithChanges() : approve({}))}
    >
      <FormError error={review.error} form={form} />
      {samePayment !== null && review.error === null && (
        <Banner kind="warning" title={`Already ${describeSamePayment(samePayment)}`}>
          Approving would credit {confirmation.company} twice. Reject this report instead.
        </Banner>
      )}
      <AmountField control={control} name="amount" />
      <Field
        label="Payment Date"
        hint={paymentDate === confirmation.paymentDate ? describeDate(confirmation) : undefined}
        error={formState.errors.paymentDate?.message}
        isRequired
      >
        <Input type="date" {...register("paymentDate")} />
      </Field>
      {isChanged && <ReasonField registration={register("reason")} error={formState.errors.reason} />}
    </MoneyDialog>
  );
}

/** Rejects the confirmation. The payer sees the reason and can submit another confirmation. */
export function RejectDialog({ confirmation, onClose }: ReviewDialogProps) {
  const { samePayment } = confirmation;
  const form = useContractForm(rejectConfirmation.body, {
    reason: samePayment === null ? "" : `Already recorded, receipt ${samePayment.receiptNumber}.`,
  });
  const draft = useDraft(form, `reject:${confirmation.id}`);
  const review = useReviewConfirmation(draft.clearThen(onClose));
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Reject Confirmation"
      lease={toLeaseName(confirmation)}
      verb="Reject"
      preposition="from"
      amountCents={confirmation.amountCents}
      description={describeConfirmation(confirmation)}
      busyLabel="Rejecting..."
      isBusy={review.isPending}
      onSubmit={form.handleSubmit((body) =>
        review.mutate(
          { confirmation, decision: { outcome: "rejected", body } },
          { onError: showFieldErrors(form) },
        ),
      )}
    >
      <FormError error={review.error} form={form} />
      <ReasonField registration={form.register("reason")} error={form.formState.errors.reason} />
    </MoneyDialog>
  );
}
