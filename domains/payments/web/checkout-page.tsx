import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import { type Cents, formatCents, toCents } from "#shared/format/money.ts";
import { ApiError, call } from "#web/api-client.ts";
import { paths } from "#web/paths.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import { defaultCheckout, dollarsSent, paymentMin, refusalOf } from "../amount.ts";
import { createPaymentIntent } from "../pay-contract.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { forgetDetails, keepDetails } from "./kept-details.ts";
import { PayOnline } from "./pay-online.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

interface Wanted {
  amountCents: Cents;
  description: string;
  unitId: number | null;
}

/** Pays the amount in the address (PAY-77, PAY-78). */
export default function CheckoutPage() {
  const [search] = useSearchParams();
  const wanted = readWanted(search);
  const { amountCents, description, unitId } = wanted;
  useEffect(
    () => keepDetails({ amount: dollarsSent(amountCents), description, unitId }),
    [amountCents, description, unitId],
  );
  return (
    <CheckoutFrame title="Checkout" description="Check the amount and choose how to pay.">
      <dl className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b pb-4 print:hidden">
        <dt className="min-w-0 text-lg wrap-anywhere">{description}</dt>
        <dd className="font-semibold text-2xl tabular-nums">{formatCents(amountCents)}</dd>
      </dl>
      <Steps wanted={wanted} />
    </CheckoutFrame>
  );
}

function readWanted(search: URLSearchParams): Wanted {
  const amountCents = centsOf(search.get("amount") ?? "") ?? defaultCheckout.amountCents;
  const unitId = search.get("unitId") ?? "";
  return {
    amountCents: amountCents < 0 ? toCents(0) : amountCents,
    description: search.get("description")?.trim() || defaultCheckout.description,
    unitId: /^[1-9]\d{0,14}$/.test(unitId) ? Number(unitId) : null,
  };
}

function Steps({ wanted }: { wanted: Wanted }) {
  const session = useSession();
  if (session.state === "loading") return <CheckoutLoading />;
  if (session.state === "signed-out")
    return <SignInFirst>Please sign in to pay. You will return to this page afterwards.</SignInFirst>;
  return refusalOf(wanted.amountCents) === undefined ? (
    <Pay wanted={wanted} />
  ) : (
    <AskAmount wanted={wanted} />
  );
}

/** PAY-83: asks for the amount if the address has none. */
function AskAmount({ wanted }: { wanted: Wanted }) {
  const [, navigate] = useLocation();
  const [, setSearch] = useSearchParams();
  const [amountCents, setAmount] = useState<Cents | null>(
    wanted.amountCents === 0 ? null : wanted.amountCents,
  );
  const [isTried, setIsTried] = useState(wanted.amountCents !== 0);
  const refusal = refusalOf(amountCents ?? undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (amountCents === null || refusal !== undefined) return;
    setSearch((search) => {
      search.set("amount", dollarsOf(amountCents).replaceAll(",", ""));
      return search;
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field
        label="Amount"
        hint={`How much would you like to pay? At least ${formatCents(paymentMin)}.`}
        error={isTried ? refusal : undefined}
        isRequired
      >
        <MoneyInput value={amountCents} onChange={setAmount} />
      </Field>
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button size="lg" onClick={() => leave(navigate)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="lg">
          Continue to Payment
        </Button>
      </div>
    </form>
  );
}

function leave(navigate: (to: string, options?: { replace?: boolean }) => void): void {
  forgetDetails();
  navigate(paths.payments);
}

function Pay({ wanted }: { wanted: Wanted }) {
  const [, navigate] = useLocation();
  const { amountCents, description, unitId } = wanted;
  const amount = dollarsSent(amountCents);
  // Not cached beyond this page, so that the next visit starts a new payment.
  const { data: intent, error } = useQuery({
    queryKey: ["checkout", amount, description, unitId],
    queryFn: () => call(createPaymentIntent, { body: { amount, description, unitId } }),
    gcTime: 0,
    // Asking again would set the method at the server back to the card.
    staleTime: "static",
  });
  useEffect(() => {
    // A user whose session has ended is asked to sign in instead.
    if (error === null || (error instanceof ApiError && error.status === 401)) return;
    toast({
      title: "Payment Error",
      description: "There was an error setting up the payment. Please try again.",
      variant: "destructive",
    });
    navigate(paths.payments, { replace: true });
  }, [error, navigate]);

  if (intent === undefined) return <CheckoutLoading />;
  return (
    <>
      <PayOnline intent={intent} details={{ description, unitId }} onCancel={() => leave(navigate)} />
      {intent.provider === null && (
        <Button className="mt-4" onClick={() => leave(navigate)}>
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
