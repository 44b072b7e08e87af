import { Suspense, useEffect } from "react";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { PaidPanel } from "./paid-panel.tsx";
import type { ProviderFormProps } from "./provider-form.ts";
import { percentOf, Totals } from "./totals.tsx";
import { UnderWayPanel } from "./under-way-panel.tsx";
import { useAgreedMethod } from "./use-agreed-method.ts";
import { type Paying, type PayingProps, usePaying } from "./use-paying.ts";

const forms = {
  stripe: lazyPart(() => import("./stripe-form.tsx")),
  sandbox: lazyPart(() => import("./sandbox-form.tsx")),
};

interface PayOnlineProps extends PayingProps {
  /** If set, there is a `Cancel` button next to the one that pays. */
  onCancel?: (() => void) | undefined;
  onMethod?: ((method: string) => void) | undefined;
}

/** The provider's form, the total, and the result. */
export function PayOnline(props: PayOnlineProps) {
  const { intent } = props;
  if (intent.provider === null) return <NoProvider message={intent.message} />;
  return <PayWith key={intent.clientSecret} {...props} Form={forms[intent.provider]} />;
}

/** The message says whether there is no provider, or whether it is unavailable now. */
function NoProvider({ message }: { message: string }) {
  const isSetUp = message !== "" && !message.startsWith("Online payment is not set up");
  return (
    <Banner
      kind="info"
      title={isSetUp ? "Online payment is not available at the moment" : "Online payment is not set up"}
    >
      {isSetUp ? message : "You can confirm a payment made in another way."}
    </Banner>
  );
}

interface PayWithProps extends PayOnlineProps {
  Form: (typeof forms)["sandbox"];
}

function PayWith({ intent, details, onPaid, onCancel, onMethod, Form }: PayWithProps) {
  const { paying, pay, forgetError, lookAgain } = usePaying({ intent, details, onPaid });
  const agreed = useAgreedMethod(intent, () => void lookAgain());
  useEffect(() => onMethod?.(agreed.method), [onMethod, agreed.method]);
  if (paying.at === "success") return <PaidPanel payment={paying.payment} onLookAgain={lookAgain} />;
  if (paying.at === "under-way")
    return (
      <>
        <UnderWayPanel
          amountCents={intent.amountCents}
          description={details.description}
          status={paying.message}
        />
        {onCancel !== undefined && (
          <Button size="lg" className="mt-6 max-sm:w-full" onClick={onCancel}>
            Back to Payments
          </Button>
        )}
      </>
    );
  const isBusy = paying.at === "processing";
  const choose = (method: string) => {
    if (method === agreed.method) return;
    forgetError();
    agreed.choose(method);
  };
  const formProps: Omit<ProviderFormProps, "children"> = {
    intent,
    method: agreed.method,
    onMethod: choose,
    isBusy,
    pay: (confirm) => void pay(confirm),
  };
  return (
    <div data-state={paying.at}>
      <Suspense fallback={<FormLoading />}>
        <Form {...formProps}>
          <div className="mt-6 space-y-4">
            <Totals
              amountCents={intent.amountCents}
              feeCents={agreed.feeCents}
              totalCents={agreed.totalCents}
              feeRate={agreed.method === "card" ? percentOf(intent.feeBasisPoints) : null}
            />
            <Trouble paying={paying} />
            <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
              {onCancel !== undefined && (
                <Button size="lg" disabled={isBusy} onClick={onCancel}>
                  Cancel
                </Button>
              )}
              <PayButton paying={paying} isAgreed={agreed.isAgreed} />
            </div>
          </div>
        </Form>
      </Suspense>
    </div>
  );
}

function PayButton({ paying, isAgreed }: { paying: Paying; isAgreed: boolean }) {
  const isWaiting = paying.at !== "processing" && !isAgreed;
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className="min-w-40"
      isBusy={paying.at === "processing" || isWaiting}
      busyLabel={paying.at === "processing" ? "Processing..." : "Confirming the total..."}
    >
      Pay Now
    </Button>
  );
}

function Trouble({ paying }: { paying: Paying }) {
  if (paying.at !== "error") return null;
  return (
    <p role="alert" className="rounded-control bg-red-soft px-3 py-2 text-red-text">
      {paying.message}
    </p>
  );
}

/** As high as the fields that replace it. */
const FormLoading = () => (
  <Loading className="space-y-4">
    <Skeleton className="h-20" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
  </Loading>
);
