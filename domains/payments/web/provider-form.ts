import type { ReactNode } from "react";
import type { PaymentIntent } from "../pay-contract.ts";

/** The result of a payment attempt, as reported by the provider. */
export interface Outcome {
  /** `succeeded`, `processing`, …. */
  status: string;
  /** The refusal; null if there is none. `isTyping`: the form was filled in wrongly, and nothing was attempted. */
  error: { message?: string | undefined; isTyping?: boolean | undefined } | null;
}

/** The provider does not know the result; the message is for the payer. */
export class ProviderTrouble extends Error {
  override name = "ProviderTrouble";
}

/** The props of each provider's form. It renders its fields and wraps `children` in the form that pays. */
export interface ProviderFormProps {
  intent: PaymentIntent;
  /** The payment method: `card`, `us_bank_account`. */
  method: string;
  onMethod: (method: string) => void;
  isBusy: boolean;
  /** Pays by `confirm`, which calls the provider. If it throws, the result is unknown. */
  pay: (confirm: () => Promise<Outcome>) => void;
  /** The total, the error, and the button. */
  children: ReactNode;
}
