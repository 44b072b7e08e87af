import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { formatCents } from "#shared/format/money.ts";
import { ApiError, call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { CircleCheck } from "#web/icons.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.tsx";
import { dollarsSent } from "../amount.ts";
import { type Confirmation, confirmPayment } from "../confirmations-contract.ts";
import { manualMethods, paymentMethodLabels } from "../methods.ts";
import { affectedByPayments } from "./affected-paths.ts";
import type { PaymentDetails } from "./payment-details.ts";
import { isProofTooLarge, ProofUpload, proofAccept, proofHint, tooLarge } from "./proof-upload.tsx";

const { shape } = confirmPayment.body;
const formShape = z.object({
  method: shape.method,
  transactionId: shape.transactionId,
  paymentDate: shape.paymentDate,
  notes: shape.notes,
});
const methodOptions = manualMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

interface ConfirmManuallyProps {
  details: PaymentDetails;
  onCancel: () => void;
}

/** PAY-57 to PAY-68: confirms a payment made outside the portal, with a photo or PDF as proof. */
export function ConfirmManually({ details, onCancel }: ConfirmManuallyProps) {
  const [proof, setProof] = useState<File | null>(null);
  const [sent, setSent] = useState<Confirmation | null>(null);
  if (sent !== null) return <Sent confirmation={sent} proof={proof} />;
  return <Form details={details} proof={proof} onProof={setProof} onSent={setSent} onCancel={onCancel} />;
}

interface FormProps extends ConfirmManuallyProps {
  proof: File | null;
  onProof: (proof: File | null) => void;
  onSent: (confirmation: Confirmation) => void;
}

function Form({ details, proof, onProof, onSent, onCancel }: FormProps) {
  const form = useContractForm(formShape, { method: "", transactionId: "", paymentDate: "", notes: "" });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft(form, "confirm-payment");
  const confirm = useConfirm(details, (confirmation) => {
    draft.drop();
    onSent(confirmation);
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={handleSubmit((values) => confirm.mutate(values, { onError: showAtFields(form) }))}
    >
      <DraftKept draft={draft} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Payment Method" error={errors.method?.message} isRequired>
          <Select {...register("method")} placeholder="Select a payment method" options={methodOptions} />
        </Field>
        <Field label="Payment Date" error={errors.paymentDate?.message} isRequired>
          <Input type="date" {...register("paymentDate")} />
        </Field>
        <Field
          label="Confirmation or Transaction ID"
          hint="As shown by your bank or app, or the check number."
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
        invitation="Add a photo or PDF of the proof"
        accept={proofAccept}
        hint={proofHint}
        error={isProofTooLarge(proof) ? tooLarge : undefined}
        file={proof}
        isDisabled={confirm.isPending}
        onChoose={onProof}
      />
      <p className="text-ink-soft text-sm">
        {`Your building's management looks at it and enters ${formatCents(details.amountCents)} on your account. Until then nothing of your balance changes.`}
      </p>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel} disabled={confirm.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          isBusy={confirm.isPending}
          busyLabel="Submitting..."
          disabled={isProofTooLarge(proof)}
        >
          Submit Confirmation
        </Button>
      </div>
    </form>
  );
}

/** The idempotency key makes a repeated submission the same confirmation. */
function useConfirm(
  { amountCents, description, unitId, leaseId }: PaymentDetails,
  onSent: FormProps["onSent"],
) {
  const queryClient = useQueryClient();
  const { id: userId } = useUser();
  const [keyOf] = useState(oneKeyPerContent);
  return useMutation({
    mutationFn: (values: z.output<typeof formShape>) => {
      const body = { amount: dollarsSent(amountCents), description, ...values, userId, unitId, leaseId };
      return call(confirmPayment, { body, idempotencyKey: keyOf(body) });
    },
    onSuccess: ({ confirmation }) => {
      toast({
        title: "Payment Confirmed",
        description: "Your payment confirmation has been submitted.",
      });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => affectedByPayments.test(String(queryKey[0])),
      });
      onSent(confirmation);
    },
    onError: (error) =>
      toast({ title: "Confirmation Error", description: sentenceOf(error), variant: "destructive" }),
  });
}

/** PAY-67, PAY-68: the server's message, if there is one. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError))
    return "There was a problem submitting your payment confirmation. Please try again.";
  return error.hasBody ? error.userMessage : "Failed to submit payment confirmation";
}

/** PAY-65. The proof is uploaded now, and a failed upload can be repeated without another confirmation. */
function Sent({ confirmation, proof }: { confirmation: Confirmation; proof: File | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-lg outline-none">
        <CircleCheck aria-hidden="true" className="size-5 text-green-dot" />
        Confirmation submitted
      </h3>
      <p className="text-ink-soft">
        {`${confirmation.amountFormatted} by ${paymentMethodLabels[confirmation.method]}, reference ${confirmation.transactionId}. You will be notified once it has been reviewed.`}
      </p>
      {proof !== null && <ProofUpload confirmationId={confirmation.id} proof={proof} />}
      <ButtonLink variant="primary" href={paths.dashboard}>
        Return to Dashboard
      </ButtonLink>
    </div>
  );
}
