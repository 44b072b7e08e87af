import { Suspense, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Clock } from "#web/icons.ts";
import { localToday } from "#web/local-today.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Tick } from "#web/ui/feedback/tick.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { Payment } from "../../contract.ts";
import { paymentsPath } from "../../paths.ts";
import { ReceiptPanel } from "../history/receipt-panel.tsx";
import { addBusinessDays } from "./business-days.ts";
import type { ProviderFormProps } from "./provider-form.ts";
import { formatBasisPoints, type SelectedFee } from "./total-card.tsx";
import {
  type PaymentFlowProps,
  type PaymentState,
  unknownStatus,
  usePaymentFlow,
} from "./use-payment-flow.ts";
import { usePaymentMethod } from "./use-payment-method.ts";

const providerForms = {
  stripe: lazyPart(() => import("./stripe-form.tsx")),
  sandbox: lazyPart(() => import("./sandbox-form.tsx")),
};

interface PayOnlineProps extends PaymentFlowProps {
  /** If set, a `Cancel` button is shown next to the pay button. */
  onCancel?: (() => void) | undefined;
  /** Called with the selected method and its fee, now and after each change. */
  onSelection: (method: string, fee: SelectedFee) => void;
}

/** The provider's form and the result. */
export function PayOnline(props: PayOnlineProps) {
  const { intent } = props;
  if (intent.provider === null) return <NoProvider message={intent.message} />;
  return <ProviderPayment key={intent.clientSecret} {...props} Form={providerForms[intent.provider]} />;
}

/** The message says whether there is no provider or the provider is unavailable right now. */
function NoProvider({ message }: { message: string }) {
  const isSetUp = message !== "" && !message.startsWith("Online payment isn't set up");
  return (
    <Banner
      kind="info"
      title={isSetUp ? "Online payment isn't available right now" : "Online payment isn't set up"}
    >
      {isSetUp ? message : "You can report a payment you made another way."}
    </Banner>
  );
}

interface ProviderPaymentProps extends PayOnlineProps {
  Form: (typeof providerForms)["sandbox"];
}

function ProviderPayment({ intent, details, onPaid, onCancel, onSelection, Form }: ProviderPaymentProps) {
  const { state, pay, clearError, checkAgain } = usePaymentFlow({ intent, details, onPaid });
  const selection = usePaymentMethod(intent, () => void checkAgain());
  const { method, feeCents, totalCents } = selection;
  const rate = method === "card" ? formatBasisPoints(intent.feeBasisPoints) : null;
  useEffect(() => onSelection(method, { feeCents, rate }), [onSelection, method, feeCents, rate]);
  if (state.phase === "success") return <PaidPanel payment={state.payment} onCheckAgain={checkAgain} />;
  if (state.phase === "pending")
    return (
      <>
        <ProcessingPanel amountCents={intent.amountCents} description={details.description} />
        {onCancel !== undefined && (
          <Button size="lg" className="mt-6 max-sm:w-full" onClick={onCancel}>
            Back to Payments
          </Button>
        )}
      </>
    );
  if (state.phase === "unconfirmed") return <UnconfirmedBanner onCheckAgain={checkAgain} />;
  const isBusy = state.phase === "processing";
  const selectMethod = (method: string) => {
    if (method === selection.method) return;
    clearError();
    selection.selectMethod(method);
  };
  const formProps: Omit<ProviderFormProps, "children"> = {
    intent,
    method: selection.method,
    onMethodChange: selectMethod,
    isBusy,
    onPay: (confirm) => void pay(confirm),
  };
  return (
    <div data-state={state.phase}>
      <Suspense fallback={<FormLoading />}>
        <Form {...formProps}>
          <div
            data-form-bar
            className="sticky bottom-0 z-10 -mx-(--inset) mt-6 space-y-3 rounded-b-lead border-line border-t bg-surface px-(--inset) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [@media(height<500px)]:static"
          >
            <PaymentError state={state} feeCents={feeCents} />
            <div className="flex flex-wrap items-center justify-end gap-2">
              <p aria-hidden="true" className="mr-auto text-lead tabular-nums">
                {formatCents(toCents(totalCents))}
              </p>
              {onCancel !== undefined && (
                <Button
                  size="lg"
                  variant="ghost"
                  className="max-sm:px-2"
                  disabled={isBusy}
                  onClick={onCancel}
                >
                  Cancel
                </Button>
              )}
              <PayButton state={state} isConfirmed={selection.isConfirmed} />
            </div>
          </div>
        </Form>
      </Suspense>
    </div>
  );
}

function PayButton({ state, isConfirmed }: { state: PaymentState; isConfirmed: boolean }) {
  const isWaiting = state.phase !== "processing" && !isConfirmed;
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className="min-w-32 sm:min-w-40"
      isBusy={state.phase === "processing" || isWaiting}
      busyLabel={state.phase === "processing" ? "Processing..." : "Confirming the total..."}
    >
      Pay Now
    </Button>
  );
}

function PaymentError({ state, feeCents }: { state: PaymentState; feeCents: number }) {
  if (state.phase !== "error") return null;
  const advice =
    feeCents > 0 ? ` Paying from a bank account has no fee and saves ${formatCents(toCents(feeCents))}.` : "";
  return (
    <div className="border-red-dot border-l-3 pl-3">
      <p role="alert" className="font-medium text-red-text">
        {state.message}
      </p>
      {state.isDeclined === true && <p className="text-ink-soft">{`Nothing was charged.${advice}`}</p>}
    </div>
  );
}

/** As tall as the fields that replace it. */
const FormLoading = () => (
  <Loading className="space-y-4">
    <Skeleton className="h-20" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
  </Loading>
);

interface CheckAgainProps {
  onCheckAgain: () => Promise<void>;
}

interface PaidPanelProps extends CheckAgainProps {
  /** Null if the payment was received but not recorded yet. */
  payment: Payment | null;
}

/** Shows the receipt once the money has been received. */
function PaidPanel({ payment, onCheckAgain }: PaidPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div data-state="success" className="space-y-4">
      <div className="flex flex-col items-center py-2 text-center print:hidden">
        <Tick className="size-12" />
        <h3 ref={heading} tabIndex={-1} className="mt-2 text-lead outline-none">
          Payment received
        </h3>
        {payment !== null && (
          <p className="text-display tabular-nums">
            {formatCents(toCents(payment.amountCents + payment.feeCents))}
          </p>
        )}
      </div>
      {payment === null ? (
        <NotRecordedBanner onCheckAgain={onCheckAgain} />
      ) : (
        <ReceiptPanel paymentId={payment.id} />
      )}
    </div>
  );
}

const NotRecordedBanner = ({ onCheckAgain }: CheckAgainProps) => (
  <Banner
    kind="warning"
    title="Not posted to your account yet"
    action={<CheckAgainButton onCheckAgain={onCheckAgain} />}
  >
    Your payment went through. It will appear on your account within a few minutes. Please don't pay again.
  </Banner>
);

/** Shown instead of the form, so the payer can't pay twice. */
const UnconfirmedBanner = ({ onCheckAgain }: CheckAgainProps) => (
  <div data-state="unconfirmed" role="alert">
    <Banner
      kind="warning"
      title="We couldn't confirm the payment"
      action={<CheckAgainButton onCheckAgain={onCheckAgain} />}
    >
      Don't pay again until we've checked. Your payment might have gone through.
    </Banner>
  </div>
);

function CheckAgainButton({ onCheckAgain }: CheckAgainProps) {
  const [isChecking, setIsChecking] = useState(false);
  const check = async () => {
    setIsChecking(true);
    await onCheckAgain();
    setIsChecking(false);
  };
  return (
    <Button isBusy={isChecking} busyLabel="Checking..." onClick={() => void check()}>
      Check again
    </Button>
  );
}

interface ProcessingPanelProps {
  amountCents: number;
  description: string;
}

const maxBusinessDays = 5;

/** Shown while a bank debit clears. It isn't an error, and the payer doesn't need to pay again (PAY-40). */
function ProcessingPanel({ amountCents, description }: ProcessingPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [today] = useState(() => localToday());
  return (
    <div role="status" aria-labelledby={id} data-state="pending" className="space-y-2">
      <h3 ref={heading} id={id} tabIndex={-1} className="flex items-center gap-2 text-lead outline-none">
        <Clock aria-hidden="true" className="size-5 shrink-0 text-blue-text" />
        Your bank payment is processing
      </h3>
      <p className="tabular-nums wrap-anywhere">
        {`${formatCents(toCents(amountCents))} for ${description}, started ${formatCalendarDay(today)}.`}
      </p>
      <p>
        {`It should arrive by ${formatCalendarDay(addBusinessDays(today, maxBusinessDays))}. You don't need to do anything. Please don't pay again.`}
      </p>
      <p className="text-ink-soft text-sm">
        {"Until your bank confirms the payment, the card provider shows this status: "}
        <q>{unknownStatus}</q>
        {" Bank payments take up to five business days. You'll find yours under "}
        <Link href={paymentsPath} className="text-accent-text hover:underline">
          Being processed
        </Link>
        .
      </p>
    </div>
  );
}
