import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { AmountField, ReasonField } from "#domains/ledger/web/dialog-parts.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ApiError, call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { newKey } from "#web/one-key-per-content.ts";
import { showAtFields } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { PaymentDetails } from "../contract.ts";
import { feeToGiveBack } from "../refund-fee.ts";
import { refundPayment } from "../staff-contract.ts";
import { affectedByPayments } from "./affected-paths.ts";

const money = (cents: number): string => formatCents(toCents(cents));

/** Refunds a payment, or a part of it, and shows the refunded share of the fee beforehand. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const left = payment.may.refundCents;
  const form = useContractForm(
    z.extend(refundPayment.body, {
      amountCents: refundPayment.body.shape.amountCents.check(
        z.refine((cents) => cents <= left, `Only ${money(left)} of this payment is left to refund.`),
      ),
    }),
    { amountCents: left as number | null, reason: "" },
  );
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" }) ?? 0;
  const fee = amountCents > 0 && amountCents <= left ? feeWith(payment, amountCents) : null;
  const draft = useDraft(form, `refund:${payment.id}`);
  const save = useRefund(payment.id, draft.dropAnd(onClose));
  return (
    <FormDialog
      draft={draft}
      title="Refund"
      description={`Payment ${payment.receiptNumber ?? ""} of ${payment.company}, ${payment.amountFormatted}`}
      submitLabel="Refund"
      busyLabel="Refunding..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={save.error} form={form} />
      <AmountField control={control} name="amountCents" hint={`${money(left)} of it can be refunded.`} />
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
      <dl aria-live="polite" className="grid grid-cols-2 gap-4 rounded-control bg-sunken px-4 py-3">
        {payment.feeCents > 0 && (
          <div>
            <dt className="text-ink-soft text-sm">Card fee refunded with it</dt>
            <dd className="mt-0.5 font-medium tabular-nums">{fee === null ? "–" : money(fee)}</dd>
          </div>
        )}
        <div>
          <dt className="text-ink-soft text-sm">The payer gets</dt>
          <dd className="mt-0.5 font-medium tabular-nums">{fee === null ? "–" : money(amountCents + fee)}</dd>
        </div>
      </dl>
      <p className="text-ink-soft text-sm">
        {isByProvider(payment)
          ? "It goes back to the card or account it came from. The charges it paid are open again."
          : "Pay it out yourself, by check or transfer: here it is only entered on the ledger. What it had paid is open again."}
      </p>
    </FormDialog>
  );
}

/** The server's calculation, including earlier refunds and those in progress. */
function feeWith(payment: PaymentDetails, amountCents: number): number {
  const refunded = payment.refunds
    .filter(({ state }) => state !== "failed")
    .reduce(
      (sum, refund) => ({
        amountCents: sum.amountCents + refund.amountCents,
        feeCents: sum.feeCents + refund.feeCents,
      }),
      { amountCents: 0, feeCents: 0 },
    );
  return feeToGiveBack(payment, refunded, amountCents);
}

/** Card payments taken by a terminal have no provider here, and are refunded by hand. */
const isByProvider = ({ method, user }: PaymentDetails): boolean =>
  user !== null && (method === "card" || method === "us_bank_account");

function useRefund(paymentId: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState(newKey);
  return useMutation({
    mutationFn: (body: { amountCents: number; reason: string }) =>
      call(refundPayment, { params: { id: paymentId }, body, idempotencyKey: key }),
    onSuccess: ({ refunds: [newest] }) => {
      toast(
        newest?.state === "requested"
          ? {
              title: "Refund requested",
              description: "The card provider has not answered yet. The request is repeated until it does.",
            }
          : { title: "Refunded", description: "The charges it paid are open again." },
      );
      onDone();
    },
    // A refusal is final. A fault or a lost response may hide a refund, so the next attempt keeps the key.
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setKey(newKey());
    },
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => affectedByPayments.test(String(queryKey[0])),
      }),
  });
}
