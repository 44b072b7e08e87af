import { useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { dollarsSent } from "../amount.ts";
import type { Payment } from "../contract.ts";
import type { PaymentIntent } from "../pay-contract.ts";
import { forgetDetails, type KeptDetails } from "./kept-details.ts";
import { type Outcome, ProviderTrouble } from "./provider-form.ts";
import { useRecordPayment, useSendReceipt } from "./record-payment.ts";
import { referenceOf } from "./reference.ts";

/**
 * The state of a payment (PAY-36). A success without a payment is received, but not recorded yet. `under-way`: a bank
 * debit is clearing, and must not be paid again.
 */
export type Paying =
  | { at: "idle" | "processing" }
  | { at: "error" | "under-way"; message: string }
  | { at: "success"; payment: Payment | null };

const messages = {
  declined: "An error occurred while processing your payment.",
  trouble: "An error occurred during payment processing.",
  unknown: "Payment status is unknown. Please check your account for charges.",
  bankDebit: "Bank payments take up to five business days; see Being processed.",
} as const;

export const notRecorded = {
  title: "Error Recording Payment",
  description: "Your payment may have been processed, but we couldn't record it in our system.",
} as const;

export interface PayingProps {
  intent: PaymentIntent;
  details: Pick<KeptDetails, "description" | "unitId">;
  /** Called when there is nothing more to pay: the payment was received, or is in progress. */
  onPaid?: (() => void) | undefined;
}

/** Pays an intent through a provider's form, and reports the result. */
export function usePaying({ intent, details, onPaid }: PayingProps) {
  const [paying, setPaying] = useState<Paying>({ at: "idle" });
  const record = useRecordPayment();
  const mail = useSendReceipt();
  const isUnderWay = useRef(false);
  const reference = referenceOf(intent.clientSecret);
  const { description, unitId } = details;
  const kept: KeptDetails = { amount: dollarsSent(intent.amountCents), description, unitId };

  const fail = (message: string) => setPaying({ at: "error", message });

  const finish = () => {
    forgetDetails();
    onPaid?.();
  };
  const succeed = (payment: Payment | null) => {
    setPaying({ at: "success", payment });
    finish();
  };
  const received = (payment: Payment) => {
    succeed(payment);
    toast({
      title: "Payment Successful",
      description: "Your payment has been processed successfully.",
    });
    void mail(reference, payment);
  };

  const waitForBank = () => {
    setPaying({ at: "under-way", message: `${messages.unknown} ${messages.bankDebit}` });
    finish();
  };

  /** Has the server ask the provider; false if there is no result yet. */
  const settle = async (): Promise<boolean> => {
    const { payment, status } = await record(reference, kept);
    if (payment !== null) received(payment);
    else if (status === "processing") waitForBank();
    return payment !== null || status === "processing";
  };

  const afterSuccess = async () => {
    try {
      if (await settle()) return;
    } catch {
      // Reported below.
    }
    succeed(null);
    toast({ ...notRecorded, variant: "destructive" });
  };

  const after = async ({ status, error }: Outcome) => {
    if (error !== null) {
      const reason = nonEmpty(error.message);
      fail(reason ?? messages.declined);
      if (error.isTyping === true) return;
      const description = reason ?? "Something went wrong with your payment.";
      toast({ title: "Payment Failed", description, variant: "destructive" });
    } else if (status === "succeeded") {
      await afterSuccess();
    } else if (status === "processing") {
      waitForBank();
      // Lists the payment as being processed at once. If this fails, the provider's event does it.
      await record(reference, kept).catch(() => undefined);
    } else {
      fail(messages.unknown);
    }
  };

  /** The response may be lost although the money was taken: then the payment succeeded. */
  const afterTrouble = async (reason: unknown) => {
    const isSettled = await settle().catch(() => false);
    if (isSettled) return;
    fail(messageOf(reason) ?? messages.trouble);
    toast({
      title: "Payment Error",
      description: "There was an error processing your payment. Please try again.",
      variant: "destructive",
    });
  };

  const pay = async (confirm: () => Promise<Outcome>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPaying({ at: "processing" });
    try {
      await after(await confirm());
    } catch (reason) {
      await afterTrouble(reason);
    } finally {
      isUnderWay.current = false;
    }
  };

  return {
    paying,
    pay,
    /** An error of one method does not apply to another. */
    forgetError: () => setPaying((now) => (now.at === "error" ? { at: "idle" } : now)),
    /** Looks for a payment that is no longer open, or was not recorded. */
    lookAgain: async (): Promise<void> => {
      const isSettled = await settle().catch(() => false);
      if (!isSettled && paying.at === "success") toast({ ...notRecorded, variant: "destructive" });
    },
  };
}

const nonEmpty = (message: string | undefined) => (message === "" ? undefined : message);

/** The message for the payer, from the provider or the server. */
function messageOf(reason: unknown): string | undefined {
  if (reason instanceof ProviderTrouble) return nonEmpty(reason.message);
  return reason instanceof ApiError && reason.status < 500 ? reason.problem?.message : undefined;
}
