import type { ReactNode } from "react";
import type { PaymentIntent } from "../pay-contract.ts";

/** How a try to pay ended, in the provider's words. */
export interface Outcome {
  /** `succeeded`, `processing`, …. */
  status: string;
  /** Why it was refused; null when it was not. `isTyping`: the form was not filled in right, and nothing was tried. */
  error: { message?: string | undefined; isTyping?: boolean | undefined } | null;
}

/** The provider was not able to say; its sentence is for the payer. */
export class ProviderTrouble extends Error {
  override name = "ProviderTrouble";
}

/** What each provider's form is given. It draws its fields and, around `children`, the form that pays. */
export interface ProviderFormProps {
  intent: PaymentIntent;
  /** What is paid with: `card`, `us_bank_account`. */
  method: string;
  onMethod: (method: string) => void;
  isBusy: boolean;
  /** Pays by `confirm`, which speaks to the provider. Whatever it throws is trouble, after which nothing is known. */
  pay: (confirm: () => Promise<Outcome>) => void;
  /** What is to be paid, what went wrong, and the button. */
  children: ReactNode;
}
