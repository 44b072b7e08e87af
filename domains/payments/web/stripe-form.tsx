import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { ConfirmPaymentData, PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { PaymentIntent } from "../pay-contract.ts";
import { BothCosts } from "./method-choice.tsx";
import { type Outcome, type ProviderFormProps, ProviderTrouble } from "./provider-form.ts";
import { stripeLook, useIsDark } from "./stripe-look.ts";

/** Stripe's fields in Stripe's frame: entries go to Stripe only. */
export default function StripeForm(props: ProviderFormProps) {
  const config = useQuery(endpointQuery(readConfig, {}));
  const key = config.data?.cardProvider?.publishableKey;
  const stripe = useQuery({
    queryKey: ["stripe.js", key],
    queryFn: () => loadStripe(key ?? ""),
    enabled: typeof key === "string",
  });
  const isDark = useIsDark();
  const isFailed = config.isError || stripe.isError || (config.isSuccess && typeof key !== "string");
  if (isFailed)
    return (
      <ErrorState
        title="The card form could not be loaded. Please check your connection and try again."
        isRetrying={config.isFetching || stripe.isFetching}
        onRetry={() => void (config.isError ? config : stripe).refetch()}
      />
    );
  if (stripe.data === undefined || stripe.data === null) return <FieldsLoading />;
  return (
    <Elements
      stripe={stripe.data}
      options={{ clientSecret: props.intent.clientSecret, appearance: stripeLook(isDark), locale: "en" }}
    >
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ intent, onMethod, isBusy, pay, children }: ProviderFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [trouble, setTrouble] = useState<StripeError>();
  if (trouble !== undefined)
    return (
      <ErrorState
        title={trouble.message ?? "The card form could not be loaded. Please try again in a moment."}
        onRetry={() => setTrouble(undefined)}
      />
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null || !isReady) return;
    pay(async () => {
      // The amount may have changed with the method.
      await elements.fetchUpdates();
      return outcomeOf(
        await stripe.confirmPayment({
          elements,
          confirmParams: confirmationOf(intent),
          redirect: "if_required",
        }),
      );
    });
  };
  return (
    <form noValidate aria-busy={isBusy || undefined} onSubmit={submit} className="space-y-4">
      <BothCosts intent={intent} />
      {!isReady && <FieldsLoading />}
      <PaymentElement
        className={isReady ? undefined : "h-0 overflow-hidden"}
        options={{
          layout: "tabs",
          readOnly: isBusy,
          fields: { billingDetails: { email: "never", address: "never" } },
        }}
        onReady={() => setIsReady(true)}
        onLoadError={({ error }) => setTrouble(error)}
        onChange={({ value }) => onMethod(value.type)}
      />
      {children}
    </form>
  );
}

/** PAY-42, PAY-43: the operator's address in the US, and the return address for banks that redirect. */
const confirmationOf = ({
  billing: { email, street, city, state, zip },
}: Pick<PaymentIntent, "billing">): ConfirmPaymentData => ({
  return_url: `${location.origin}${paths.paymentSuccess}`,
  payment_method_data: {
    billing_details: {
      email,
      address: { line1: street, line2: "", city, state, postal_code: zip, country: "US" },
    },
  },
});

/** @throws ProviderTrouble if Stripe does not know the result */
function outcomeOf({ error, paymentIntent }: PaymentIntentResult): Outcome {
  if (error === undefined) return { status: paymentIntent.status, error: null };
  if (error.type === "api_connection_error" || error.type === "api_error")
    throw new ProviderTrouble(error.message);
  return {
    status: error.payment_intent?.status ?? "requires_payment_method",
    error: { message: error.message, isTyping: error.type === "validation_error" },
  };
}

/** As high as Stripe's fields. */
const FieldsLoading = () => (
  <Loading label="Loading the card form" className="space-y-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
  </Loading>
);
