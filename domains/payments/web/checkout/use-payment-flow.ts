import { useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toDollars } from "../../amount.ts";
import type { Payment } from "../../contract.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { useRecordPayment, useSendReceipt } from "./mutations.ts";
import { type Outcome, ProviderTrouble } from "./provider-form.ts";
import { getIntentReference } from "./reference.ts";
import { clearPaymentDetails, type SavedPaymentDetails } from "./saved-payment-details.ts";

/**
 * The state of a payment (PAY-36). A success without a payment was received but isn't recorded yet.
 * `pending` means a bank debit is clearing and must not be paid again.
 */
export type PaymentState =
  | { at: "idle" | "processing" }
  | { at: "pending" }
  /** Nothing was charged if the provider declined it. */
  | { at: "error"; message: string; isDeclined?: boolean }
  | { at: "success"; payment: Payment | null };

/** Also quoted while a bank debit clears (PAY-40). */
export const unknownStatus = "Payment status is unknown. Please check your account for charges.";

const messages = {
  declined: "An error occurred while processing your payment.",
  trouble: "An error occurred during payment processing.",
  unknown: unknownStatus,
} as const;

export const notRecorded = {
  title: "Error Recording Payment",
  description: "Your payment may have been processed, but we couldn't record it in our system.",
} as const;

export interface PaymentFlowProps {
  intent: PaymentIntent;
  details: Pick<SavedPaymentDetails, "description" | "unitId">;
  /** Called when there is nothing more to pay because the payment was received or is processing. */
  onPaid?: (() => void) | undefined;
}

/** Pays an intent through a provider's form and reports the result. */
export function usePaymentFlow({ intent, details, onPaid }: PaymentFlowProps) {
  const [state, setState] = useState<PaymentState>({ at: "idle" });
  const record = useRecordPayment();
  const sendReceipt = useSendReceipt();
  const isRunning = useRef(false);
  const reference = getIntentReference(intent.clientSecret);
  const { description, unitId } = details;
  const saved: SavedPaymentDetails = { amount: toDollars(intent.amountCents), description, unitId };

  const fail = (message: string, isDeclined = false) => setState({ at: "error", message, isDeclined });

  const finish = () => {
    clearPaymentDetails();
    onPaid?.();
  };
  const succeed = (payment: Payment | null) => {
    setState({ at: "success", payment });
    finish();
  };
  const received = (payment: Payment) => {
    succeed(payment);
    toast({
      title: "Payment Successful",
      description: "Your payment has been processed successfully.",
    });
    void sendReceipt(reference, payment);
  };

  const waitForBank = () => {
    setState({ at: "pending" });
    finish();
  };

  /** Has the server check with the provider. Returns false if there is no result yet. */
  const checkResult = async (): Promise<boolean> => {
    const { payment, status } = await record(reference, saved);
    if (payment !== null) received(payment);
    else if (status === "processing") waitForBank();
    return payment !== null || status === "processing";
  };

  const handleSuccess = async () => {
    try {
      if (await checkResult()) return;
    } catch {
      // Reported below.
    }
    succeed(null);
    toast({ ...notRecorded, variant: "destructive" });
  };

  const handleOutcome = async ({ status, error }: Outcome) => {
    if (error !== null) {
      const reason = nonEmpty(error.message);
      fail(reason ?? messages.declined, error.isTyping !== true);
      if (error.isTyping === true) return;
      const description = reason ?? "Something went wrong with your payment.";
      toast({ title: "Payment Failed", description, variant: "destructive" });
    } else if (status === "succeeded") {
      await handleSuccess();
    } else if (status === "processing") {
      waitForBank();
      // Lists the payment as being processed right away. If this fails, the provider's event does it.
      await record(reference, saved).catch(() => undefined);
    } else {
      fail(messages.unknown);
    }
  };

  /**
   * Checks the result after an error, because the money might have been taken even though the response was
   * lost.
   */
  const handleError = async (reason: unknown) => {
    const hasResult = await checkResult().catch(() => false);
    if (hasResult) return;
    fail(getErrorMessage(reason) ?? messages.trouble);
    toast({
      title: "Payment Error",
      description: "There was an error processing your payment. Please try again.",
      variant: "destructive",
    });
  };

  const pay = async (confirm: () => Promise<Outcome>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ at: "processing" });
    try {
      await handleOutcome(await confirm());
    } catch (reason) {
      await handleError(reason);
    } finally {
      isRunning.current = false;
    }
  };

  return {
    state,
    pay,
    /** An error of one method doesn't apply to another. */
    forgetError: () => setState((now) => (now.at === "error" ? { at: "idle" } : now)),
    /** Checks again for a payment that is no longer open or wasn't recorded. */
    checkAgain: async (): Promise<void> => {
      const hasResult = await checkResult().catch(() => false);
      if (!hasResult && state.at === "success") toast({ ...notRecorded, variant: "destructive" });
    },
  };
}

const nonEmpty = (message: string | undefined) => (message === "" ? undefined : message);

/** Returns the message for the payer from the provider or the server. */
function getErrorMessage(reason: unknown): string | undefined {
  if (reason instanceof ProviderTrouble) return nonEmpty(reason.message);
  return reason instanceof ApiError && reason.status < 500 ? reason.problem?.message : undefined;
}
