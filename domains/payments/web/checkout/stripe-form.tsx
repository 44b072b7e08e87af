import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, ConfirmPaymentData, PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { paymentSuccessPath } from "../../paths.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { MethodCosts } from "./method-choice.tsx";
import { type PaymentOutcome, type ProviderFormProps, UnknownOutcomeError } from "./provider-form.ts";

/** Stripe's fields in Stripe's frame. Entries go only to Stripe. */
export default function StripeForm(props: ProviderFormProps) {
  const config = useQuery(endpointQuery(readConfig, {}));
  const publishableKey = config.data?.cardProvider?.publishableKey;
  const stripe = useQuery({
    queryKey: ["stripe.js", publishableKey],
    queryFn: () => loadStripe(publishableKey ?? ""),
    enabled: typeof publishableKey === "string",
  });
  const isDark = useIsDark();
  const hasFailed =
    config.isError || stripe.isError || (config.isSuccess && typeof publishableKey !== "string");
  if (hasFailed)
    return (
      <ErrorState
        title="The card form couldn't be loaded. Check your connection and try again."
        isRetrying={config.isFetching || stripe.isFetching}
        onRetry={() => void (config.isError ? config : stripe).refetch()}
      />
    );
  if (stripe.data === undefined || stripe.data === null) return <FieldsLoading />;
  return (
    <Elements
      stripe={stripe.data}
      options={{
        clientSecret: props.intent.clientSecret,
        appearance: getStripeAppearance(isDark),
        locale: "en",
      }}
    >
      <StripeFields {...props} />
    </Elements>
  );
}

function StripeFields({ intent, onMethodChange, isBusy, onPay, children }: ProviderFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [loadError, setLoadError] = useState<StripeError>();
  if (loadError !== undefined)
    return (
      <ErrorState
        title={loadError.message ?? "The card form couldn't be loaded. Please try again in a moment."}
        onRetry={() => setLoadError(undefined)}
      />
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null || !isReady) return;
    onPay(async () => {
      // The amount might have changed with the method.
      await elements.fetchUpdates();
      return toOutcome(
        await stripe.confirmPayment({
          elements,
          confirmParams: toConfirmParams(intent),
          redirect: "if_required",
        }),
      );
    });
  };
  return (
    <form noValidate aria-busy={isBusy || undefined} onSubmit={submit} className="space-y-4">
      <MethodCosts intent={intent} />
      {!isReady && <FieldsLoading />}
      <PaymentElement
        className={isReady ? undefined : "h-0 overflow-hidden"}
        options={{
          layout: "tabs",
          readOnly: isBusy,
          fields: { billingDetails: { email: "never", address: "never" } },
        }}
        onReady={() => setIsReady(true)}
        onLoadError={({ error }) => setLoadError(error)}
        onChange={({ value }) => onMethodChange(value.type)}
      />
      {children}
    </form>
  );
}

/** The operator's US address and the return URL for banks that redirect (PAY-42, PAY-43). */
const toConfirmParams = ({
  billing: { email, street, city, state, zip },
}: Pick<PaymentIntent, "billing">): ConfirmPaymentData => ({
  return_url: `${location.origin}${paymentSuccessPath}`,
  payment_method_data: {
    billing_details: {
      email,
      address: { line1: street, line2: "", city, state, postal_code: zip, country: "US" },
    },
  },
});

/** @throws UnknownOutcomeError if Stripe doesn't know the result */
function toOutcome({ error, paymentIntent }: PaymentIntentResult): PaymentOutcome {
  if (error === undefined) return { status: paymentIntent.status, error: null };
  if (error.type === "api_connection_error" || error.type === "api_error")
    throw new UnknownOutcomeError(error.message);
  return {
    status: error.payment_intent?.status ?? "requires_payment_method",
    error: { message: error.message, isInvalidInput: error.type === "validation_error" },
  };
}

/** As tall as Stripe's fields. */
const FieldsLoading = () => (
  <Loading label="Loading the card form" className="space-y-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
  </Loading>
);

/** The portal's colors (theme.css) in a notation Stripe's frame understands. */
const colors = {
  light: {
    colorPrimary: "#006aa0",
    colorBackground: "#ffffff",
    colorText: "#17202b",
    colorTextSecondary: "#485460",
    colorDanger: "#a72626",
  },
  dark: {
    colorPrimary: "#57afe0",
    colorBackground: "#0d1218",
    colorText: "#eaedf2",
    colorTextSecondary: "#afb7c1",
    colorDanger: "#fdb0ad",
  },
} as const;

const getStripeAppearance = (isDark: boolean): Appearance => ({
  theme: isDark ? "night" : "stripe",
  variables: {
    ...colors[isDark ? "dark" : "light"],
    borderRadius: "8px",
    fontFamily: "Inter, ui-sans-serif, system-ui, sans-serif",
    fontSizeBase: "16px",
  },
});

const getRootElement = () => document.documentElement;

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(getRootElement(), { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Whether the dark theme is on, by user choice or system setting. */
const useIsDark = (): boolean =>
  useSyncExternalStore(subscribeToTheme, () => getRootElement().classList.contains("dark"));
