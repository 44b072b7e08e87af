import { useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toDollars } from "../../amount.ts";
import type { Payment } from "../../contract.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { useRecordPayment, useSendReceipt } from "./mutations.ts";
import { type PaymentOutcome, UnknownOutcomeError } from "./provider-form.ts";
import { getIntentReference } from "./reference.ts";
import { clearPaymentDetails, type SavedPaymentDetails } from "./saved-payment-details.ts";

/**
 * The state of a payment (PAY-36). A success without a payment was received but isn't recorded yet.
 * `pending` means a bank debit is clearing and must not be paid again.
 */
export type PaymentState =
  | { phase: "idle" | "processing" }
  | { phase: "pending" }
  /** Nothing was charged if the provider declined it. */
  | { phase: "error"; message: string; isDeclined?: boolean }
  /**
   * The response was lost, and the portal can't reach the server to check. The money might have been taken.
   */
  | { phase: "unconfirmed" }
  | { phase: "success"; payment: Payment | null };

/** Also quoted while a bank debit clears (PAY-40). */
export const unknownStatus = "Payment status is unknown. Please check your account for charges.";

const messages = {
  declined: "An error occurred while processing your payment.",
  processingError: "An error occurred during payment processing.",
  unknown: unknownStatus,
  offline: "You're offline. Nothing was sent.",
} as const;

export const notRecordedToast = {
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
  const [state, setState] = useState<PaymentState>({ phase: "idle" });
  const recordPayment = useRecordPayment();
  const sendReceipt = useSendReceipt();
  const isRunningRef = useRef(false);
  const reference = getIntentReference(intent.clientSecret);
  const { description, unitId } = details;
  const savedDetails: SavedPaymentDetails = { amount: toDollars(intent.amountCents), description, unitId };

  const showError = (message: string, isDeclined = false) =>
    setState({ phase: "error", message, isDeclined });

  const finishPayment = () => {
    clearPaymentDetails();
    onPaid?.();
  };
  const showSuccess = (payment: Payment | null) => {
    setState({ phase: "success", payment });
    finishPayment();
  };
  const handleReceivedPayment = (payment: Payment) => {
    showSuccess(payment);
    toast({
      title: "Payment Successful",
      description: "Your payment has been processed successfully.",
    });
    void sendReceipt(reference, payment);
  };

  const waitForBank = () => {
    setState({ phase: "pending" });
    finishPayment();
  };

  /** Has the server check with the provider. Returns false if there is no result yet. */
  const checkResult = async (): Promise<boolean> => {
    const { payment, status } = await recordPayment(reference, savedDetails);
    if (payment !== null) handleReceivedPayment(payment);
    else if (status === "processing") waitForBank();
    return payment !== null || status === "processing";
  };

  const handleSuccess = async () => {
    try {
      if (await checkResult()) return;
    } catch {
      // Reported below.
    }
    showSuccess(null);
    toast({ ...notRecordedToast, variant: "destructive" });
  };

  const handleOutcome = async ({ status, error }: PaymentOutcome) => {
    if (error !== null) {
      const reason = emptyToUndefined(error.message);
      showError(reason ?? messages.declined, error.isInvalidInput !== true);
      if (error.isInvalidInput === true) return;
      const description = reason ?? "Something went wrong with your payment.";
      toast({ title: "Payment Failed", description, variant: "destructive" });
    } else if (status === "succeeded") {
      await handleSuccess();
    } else if (status === "processing") {
      waitForBank();
      // Lists the payment as being processed right away. If this fails, the provider's event does it.
      await recordPayment(reference, savedDetails).catch(() => undefined);
    } else {
      showError(messages.unknown);
    }
  };

  /**
   * Checks the result after an error, because the money might have been taken even though the response was
   * lost.
   */
  const handleError = async (reason: unknown) => {
    const hasResult = await checkResult().catch(() => null);
    if (hasResult === true) return;
    if (hasResult === null) {
      setState({ phase: "unconfirmed" });
      return;
    }
    showError(getErrorMessage(reason) ?? messages.processingError);
    toast({
      title: "Payment Error",
      description: "There was an error processing your payment. Please try again.",
      variant: "destructive",
    });
  };

  const pay = async (confirm: () => Promise<PaymentOutcome>) => {
    if (isRunningRef.current) return;
    if (!navigator.onLine) {
      showError(messages.offline);
      return;
    }
    isRunningRef.current = true;
    setState({ phase: "processing" });
    try {
      await handleOutcome(await confirm());
    } catch (reason) {
      await handleError(reason);
    } finally {
      isRunningRef.current = false;
    }
  };

  return {
    state,
    pay,
    /** An error of one method doesn't apply to another. */
    clearError: () => setState((current) => (current.phase === "error" ? { phase: "idle" } : current)),
    /** Checks again for a payment that is no longer open, wasn't recorded, or couldn't be confirmed. */
    checkAgain: async (): Promise<void> => {
      const hasResult = await checkResult().catch(() => null);
      // The server has asked the provider, which took no money.
      if (hasResult === false && state.phase === "unconfirmed") showError(messages.processingError, true);
      if (hasResult !== true && state.phase === "success")
        toast({ ...notRecordedToast, variant: "destructive" });
    },
  };
}

const emptyToUndefined = (message: string | undefined) => (message === "" ? undefined : message);

/** Returns the message for the payer from the provider or the server. */
function getErrorMessage(reason: unknown): string | undefined {
  if (reason instanceof UnknownOutcomeError) return emptyToUndefined(reason.message);
  return reason instanceof ApiError && reason.status < 500 ? reason.problem?.message : undefined;
}
