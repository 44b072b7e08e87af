import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";
import { ApiError, call } from "#web/api-client.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { Button } from "#web/ui/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { defaultCheckout, minPaymentCents, toDollars, validateAmount } from "../../amount.ts";
import { paymentsPath } from "../../paths.ts";
import { createPaymentIntent } from "../../pay-contract.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { PayOnline } from "./pay-online.tsx";
import { clearPaymentDetails, savePaymentDetails } from "./saved-payment-details.ts";
import { SignInFirst } from "./sign-in-first.tsx";
import { type SelectedFee, TotalCard } from "./total-card.tsx";

interface CheckoutParams {
  amountCents: Cents;
  description: string;
  unitId: number | null;
}

/** Pays the amount in the URL (PAY-77, PAY-78). */
export default function CheckoutPage() {
  const [search] = useSearchParams();
  const checkout = readParams(search);
  const { amountCents, description, unitId } = checkout;
  useEffect(
    () => savePaymentDetails({ amount: toDollars(amountCents), description, unitId }),
    [amountCents, description, unitId],
  );
  const [fee, setFee] = useState<SelectedFee | null>(null);
  const [isPaid, setIsPaid] = useState(false);
  const selectFee = useCallback((_: string, selected: SelectedFee) => setFee(selected), []);
  return (
    <CheckoutFrame
      title="Checkout"
      description={isPaid ? null : "Review the amount and choose how to pay."}
      step={isPaid ? "Receipt" : amountCents === 0 ? "Amount" : "How to pay"}
      aside={!isPaid && <TotalCard name={description} amountCents={amountCents} fee={fee} />}
    >
      <CheckoutStep checkout={checkout} onSelection={selectFee} onPaid={() => setIsPaid(true)} />
    </CheckoutFrame>
  );
}

function readParams(search: URLSearchParams): CheckoutParams {
  const amountCents = parseDollars(search.get("amount") ?? "") ?? defaultCheckout.amountCents;
  const unitId = search.get("unitId") ?? "";
  return {
    amountCents: amountCents < 0 ? toCents(0) : amountCents,
    description: search.get("description")?.trim() || defaultCheckout.description,
    unitId: /^[1-9]\d{0,14}$/.test(unitId) ? Number(unitId) : null,
  };
}

interface CheckoutStepProps {
  checkout: CheckoutParams;
  onSelection: (method: string, fee: SelectedFee) => void;
  onPaid: () => void;
}

function CheckoutStep(props: CheckoutStepProps) {
  const { checkout } = props;
  const session = useSession();
  if (session.state === "loading") return <CheckoutLoading />;
  if (session.state === "signed-out")
    return <SignInFirst>Sign in to pay. We'll bring you back here afterward.</SignInFirst>;
  return validateAmount(checkout.amountCents) === undefined ? (
    <Pay {...props} />
  ) : (
    <AmountForm checkout={checkout} />
  );
}

/** Asks for the amount if the URL has none (PAY-83). */
function AmountForm({ checkout }: { checkout: CheckoutParams }) {
  const [, navigate] = useLocation();
  const [, setSearch] = useSearchParams();
  const [amountCents, setAmountCents] = useState<Cents | null>(
    checkout.amountCents === 0 ? null : checkout.amountCents,
  );
  const [hasTried, setHasTried] = useState(checkout.amountCents !== 0);
  const amountError = validateAmount(amountCents ?? undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (amountCents === null || amountError !== undefined) return;
    setSearch((search) => {
      search.set("amount", toDollarText(amountCents).replaceAll(",", ""));
      return search;
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4 pb-4">
      <Field
        label="Amount"
        hint={`How much would you like to pay? At least ${formatCents(minPaymentCents)}.`}
        error={hasTried ? amountError : undefined}
        isRequired
      >
        <MoneyInput value={amountCents} onChange={setAmountCents} />
      </Field>
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button size="lg" onClick={() => leaveCheckout(navigate)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="lg">
          Continue to Payment
        </Button>
      </div>
    </form>
  );
}

function leaveCheckout(navigate: (to: string, options?: { replace?: boolean }) => void): void {
  clearPaymentDetails();
  navigate(paymentsPath);
}

function Pay({ checkout, onSelection, onPaid }: CheckoutStepProps) {
  const [, navigate] = useLocation();
  const { amountCents, description, unitId } = checkout;
  const amountDollars = toDollars(amountCents);
  // Not cached beyond this page, so the next visit starts a new payment.
  const { data: intent, error } = useQuery({
    queryKey: ["checkout", amountDollars, description, unitId],
    queryFn: () => call(createPaymentIntent, { body: { amount: amountDollars, description, unitId } }),
    gcTime: 0,
    // Refetching would reset the method on the server to card.
    staleTime: "static",
  });
  useEffect(() => {
    // If the session has ended, the user is asked to sign in instead.
    if (error === null || (error instanceof ApiError && error.status === 401)) return;
    toast({
      title: "Payment Error",
      description: "There was an error setting up the payment. Please try again.",
      variant: "destructive",
    });
    navigate(paymentsPath, { replace: true });
  }, [error, navigate]);

  if (intent === undefined) return <CheckoutLoading />;
  return (
    <>
      <PayOnline
        intent={intent}
        details={{ description, unitId }}
        onSelection={onSelection}
        onPaid={onPaid}
        onCancel={() => leaveCheckout(navigate)}
      />
      {intent.provider === null && (
        <Button className="mt-4" onClick={() => leaveCheckout(navigate)}>
          Back to Payments
        </Button>
      )}
    </>
  );
}

const CheckoutLoading = () => (
  <Loading label="Setting up the payment" className="space-y-4">
    <Skeleton className="h-20" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
  </Loading>
);
