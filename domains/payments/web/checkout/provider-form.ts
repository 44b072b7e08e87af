import type { ReactNode } from "react";
import type { PaymentIntent } from "../../pay-contract.ts";

/** The result of a payment attempt, as reported by the provider. */
export interface PaymentOutcome {
  /** Such as `succeeded` or `processing`. */
  status: string;
  /**
   * Why the payment was declined. Null if it wasn't. `isInvalidInput` means the form was filled out
   * incorrectly and nothing was attempted.
   */
  error: { message?: string; isInvalidInput?: boolean } | null;
}

/** The provider doesn't know the result. The message is for the payer. */
export class UnknownOutcomeError extends Error {
  override name = "UnknownOutcomeError";
}

/** The props of each provider's form, which renders its fields and wraps `children` in the form that pays. */
export interface ProviderFormProps {
  intent: PaymentIntent;
  /** The payment method, such as `card` or `us_bank_account`. */
  method: string;
  onMethodChange: (method: string) => void;
  isBusy: boolean;
  /** Pays by calling `confirm`, which calls the provider. If it throws, the result is unknown. */
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
  /** The total, the error, and the button. */
  children: ReactNode;
}
