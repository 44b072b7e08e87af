import { type ReactNode, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents } from "#shared/format/money.ts";
import { imageTypes } from "#shared/images.ts";
import { toUserMessage } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { CircleCheck } from "#web/icons.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileField } from "#web/ui/forms/file-field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { type Confirmation, confirmPayment, maxProofBytes } from "../../confirmations-contract.ts";
import { manualMethods, paymentMethodLabels, paymentMethodNames } from "../../methods.ts";
import type { PaymentToMake } from "../make-payment/payment-to-make.ts";
import { usePropertyToday } from "../use-property-today.ts";
import { useAddProof, useConfirmPayment } from "./mutations.ts";

const { shape } = confirmPayment.body;
const formShape = z.object({
  method: shape.method,
  transactionId: shape.transactionId,
  paymentDate: shape.paymentDate,
  notes: shape.notes,
});
const methodOptions = manualMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

interface ConfirmManuallyProps {
  details: PaymentToMake;
  /** The rejected confirmation to report again. Its details prefill the form. */
  rejected?: Confirmation;
  /** The field for the amount, if it can still change. */
  amountField?: ReactNode;
  onSent?: () => void;
  onCancel: () => void;
}

/** Reports a payment made outside the portal, with a photo or PDF as proof (PAY-57 to PAY-68). */
export function ConfirmManually({ onSent, onCancel, ...props }: ConfirmManuallyProps) {
  const [proof, setProof] = useState<File | null>(null);
  const [sentConfirmation, setSentConfirmation] = useState<Confirmation | null>(null);
  if (sentConfirmation !== null) return <SentConfirmation confirmation={sentConfirmation} proof={proof} />;
  return (
    <ConfirmationForm
      {...props}
      proof={proof}
      onProofChange={setProof}
      onSent={(confirmation) => {
        setSentConfirmation(confirmation);
        onSent?.();
      }}
      onCancel={onCancel}
    />
  );
}

interface ConfirmationFormProps extends Omit<ConfirmManuallyProps, "onSent"> {
  proof: File | null;
  onProofChange: (proof: File | null) => void;
  onSent: (confirmation: Confirmation) => void;
}

function ConfirmationForm({
  details,
  rejected,
  amountField,
  proof,
  onProofChange,
  onSent,
  onCancel,
}: ConfirmationFormProps) {
  const today = usePropertyToday(details.leaseId);
  const form = useContractForm(formShape, {
    method: rejected?.method ?? "",
    transactionId: rejected?.transactionId ?? "",
    paymentDate: rejected?.paymentDate ?? (today as string),
    notes: rejected?.notes ?? "",
  });
  const { register, handleSubmit, formState } = form;
  useEffect(() => {
    const { formState: state, getValues } = form;
    if (rejected === undefined && getValues("paymentDate") === state.defaultValues?.paymentDate)
      prefill(form, "paymentDate", today);
  }, [form, rejected, today]);
  const draft = useDraft(form, rejected === undefined ? "confirm-payment" : `confirm-payment:${rejected.id}`);
  const confirm = useConfirmPayment(details, (confirmation) => {
    draft.clear();
    onSent(confirmation);
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={handleSubmit((values) => confirm.mutate(values, { onError: showFieldErrors(form) }))}
    >
      <DraftNotice draft={draft} />
      {amountField}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Payment Method" error={errors.method?.message} isRequired>
          <Select {...register("method")} placeholder="Select a payment method" options={methodOptions} />
        </Field>
        <Field label="Payment Date" error={errors.paymentDate?.message} isRequired>
          <Input type="date" {...register("paymentDate")} />
        </Field>
        <Field
          label="Confirmation or Transaction ID"
          hint="From your bank or payment app, or the check number."
          error={errors.transactionId?.message}
          isRequired
          className="sm:col-span-2"
        >
          <Input {...register("transactionId")} maxLength={100} autoComplete="off" />
        </Field>
        <Field label="Notes" error={errors.notes?.message} isOptional className="sm:col-span-2">
          <Textarea {...register("notes")} rows={2} maxLength={1000} />
        </Field>
      </div>
      <FileField
        label="Proof of payment"
        prompt="Add a photo or PDF"
        accept={proofTypes.join(",")}
        hint={proofHint}
        error={getProofError(proof)}
        file={proof}
        isDisabled={confirm.isPending}
        onSelect={onProofChange}
      />
      <p className="text-ink-soft text-sm">
        {`Your property manager will review this and post ${formatCents(details.amountCents)} to your account. Your balance won't change until then.`}
      </p>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button
          disabled={confirm.isPending}
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          isBusy={confirm.isPending}
          busyLabel="Submitting..."
          disabled={getProofError(proof) !== undefined}
        >
          Submit Confirmation
        </Button>
      </div>
    </form>
  );
}

/**
 * Shows the submitted confirmation and what happens next, or that it was approved earlier. Uploads the proof (PAY-65). A failed upload can be retried
 * without submitting another confirmation.
 */
function SentConfirmation({ confirmation, proof }: { confirmation: Confirmation; proof: File | null }) {
  const { amountFormatted, method, transactionId, paymentDate } = confirmation;
  const isRecorded = confirmation.state === "approved";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-lead outline-none">
        <CircleCheck aria-hidden="true" className="size-5 text-green-dot" />
        {isRecorded ? "This payment is already recorded" : "Confirmation submitted"}
      </h3>
      <p className="wrap-anywhere">
        {`${amountFormatted} by ${paymentMethodNames[method]}, reference ${transactionId}, paid on ${formatCalendarDay(paymentDate)}`}
      </p>
      <p className="text-ink-soft">
        {isRecorded
          ? "You reported it before, and it was approved. Nothing new was submitted."
          : "It's waiting for your property manager's review. You'll be notified of the decision. Once it's approved, it's posted to your account. Until then, your balance doesn't change. Please don't pay it again."}
      </p>
      {proof !== null && !isRecorded && <ProofUpload confirmationId={confirmation.id} proof={proof} />}
      <ButtonLink variant="primary" href={dashboardPath}>
        Return to Dashboard
      </ButtonLink>
    </div>
  );
}

const proofTypes: readonly string[] = [...imageTypes, "application/pdf"];
const proofHint = "A screenshot, deposit slip, or receipt (PNG, JPG, GIF, or PDF up to 10 MB)";

/** Why the selected file can't be sent, in the server's words. The server checks a file of unknown type. */
function getProofError(proof: File | null): string | undefined {
  if (proof === null) return undefined;
  if (proof.type !== "" && !proofTypes.includes(proof.type))
    return "Add a photo (PNG, JPG, or GIF) or a PDF.";
  return proof.size > maxProofBytes ? "The file can be up to 10 MB." : undefined;
}

/** Uploads the proof of a confirmation right away. A failed upload can be retried. */
function ProofUpload({ confirmationId, proof }: { confirmationId: number; proof: File }) {
  const [progress, setProgress] = useState(0);
  const upload = useAddProof(confirmationId, proof, setProgress);
  const { mutate } = upload;
  useEffect(() => mutate(), [mutate]);
  if (upload.isSuccess) return <p role="status">{`${proof.name} was added as proof.`}</p>;
  if (!upload.isError) return <UploadProgress noun="the file" fraction={progress} />;
  return (
    <Banner
      kind="warning"
      title="Proof couldn't be added"
      action={<Button onClick={() => mutate()}>Try Again</Button>}
    >
      {`${toUserMessage(upload.error)} Your confirmation was submitted without proof.`}
    </Banner>
  );
}
