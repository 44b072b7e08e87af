import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { toCents } from "#shared/format/money.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { paymentsPath } from "../paths.ts";
import type { PaymentIntent } from "../pay-contract.ts";
import { SummaryTab } from "./history/summary-tab.tsx";
import { DetailsTab } from "./make-payment/details-tab.tsx";
import { MakePayment } from "./make-payment/make-payment.tsx";
import { useStartPayment } from "./make-payment/mutations.ts";
import {
  emptyForm,
  type PaymentFormErrors,
  type PaymentFormValues,
} from "./make-payment/payment-selection.ts";
import type { PaymentToMake } from "./make-payment/payment-to-make.ts";

/** The balance, the payment history, and the payment form (PAY-01 to PAY-04). */
export default function PaymentsPage() {
  const address = usePaymentsAddress();
  const canPay = useCan("payments.pay");
  const payment = usePaymentForm(address, canPay);
  const { tab, open } = address;
  const visibleTab = tab === "payment-details" && !payment.hasDetails ? "make-payment" : tab;
  const tabs: { value: PaymentTab; label: string }[] = [
    { value: "summary", label: "Summary" },
    { value: "make-payment", label: "Make Payment" },
    ...(payment.hasDetails ? [{ value: "payment-details" as const, label: "Payment Details" }] : []),
  ];
  return (
    <>
      <PageHeader title="Payments" />
      <div className="mb-4">
        <Tabs name="payments" label="Payments" tabs={tabs} value={visibleTab} onChange={payment.goTo} />
      </div>
      <TabPanel name="payments" value={visibleTab}>
        {visibleTab === "summary" && (
          <SummaryTab isPaying={payment.isBusy} onPay={() => open("make-payment")} />
        )}
        {visibleTab === "make-payment" &&
          (canPay ? (
            <MakePayment
              values={payment.values}
              onChange={payment.setValues}
              serverErrors={payment.serverErrors}
              isBusy={payment.isBusy}
              onCancel={() => payment.goTo("summary")}
              onContinue={payment.start}
            />
          ) : (
            <NothingToPay />
          ))}
        {visibleTab === "payment-details" && payment.details !== null && (
          <DetailsTab
            key={payment.intent?.clientSecret}
            details={payment.details}
            intent={payment.intent}
            isPaid={payment.isPaid}
            onPaid={payment.markPaid}
            onBack={() => payment.goTo("make-payment")}
            onDone={() => payment.goTo("summary")}
          />
        )}
      </TabPanel>
    </>
  );
}

/** The state of a payment, from the form to the provider's client secret. */
function usePaymentForm(address: ReturnType<typeof usePaymentsAddress>, canPay: boolean) {
  const { tab, open, leaseId, savedPayment } = address;
  const [values, setValues] = useState<PaymentFormValues>(() => ({ ...emptyForm, leaseId }));
  const [startedPayment, setStartedPayment] = useState<{
    details: PaymentToMake;
    intent: PaymentIntent;
  } | null>(null);
  const [isPaid, setIsPaid] = useState(false);
  const [serverErrors, setServerErrors] = useState<PaymentFormErrors>({});
  const { mutate, isPending } = useStartPayment();

  const startPayment = (details: PaymentToMake, replace = false) => {
    setServerErrors({});
    mutate(details, {
      onSuccess: (intent) => {
        // Earlier requests about the same payment might still be on their way to the server.
        setStartedPayment((previous) => ({
          details,
          intent: previous?.intent.clientSecret === intent.clientSecret ? previous.intent : intent,
        }));
        setIsPaid(false);
        open("payment-details", { details, replace });
      },
      onError: (error) => {
        const fields = getFieldErrors(error);
        setServerErrors({
          lease: fields["leaseId"] ?? fields["unitId"],
          charges: fields["chargeIds"],
          amount: fields["amount"],
          description: fields["description"],
        });
        if (replace) open("make-payment", { replace: true });
      },
    });
  };

  // The page was reloaded with the details open. The server returns the same payment for the same content.
  const needsRestore = tab === "payment-details" && startedPayment === null;
  useEffect(() => {
    if (!needsRestore || isPending) return;
    if (savedPayment === null || !canPay) open("make-payment", { replace: true });
    else startPayment(savedPayment, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each reload
  }, [needsRestore]);

  const goToTab = (nextTab: PaymentTab) => {
    // A completed payment is cleared when the user leaves the tab.
    if (isPaid && nextTab !== "payment-details") {
      setStartedPayment(null);
      setIsPaid(false);
      setValues(emptyForm);
    }
    open(
      nextTab,
      nextTab === "payment-details" && startedPayment !== null ? { details: startedPayment.details } : {},
    );
  };

  return {
    values,
    setValues,
    serverErrors,
    isBusy: isPending,
    start: startPayment,
    goTo: goToTab,
    details: startedPayment?.details ?? (needsRestore ? savedPayment : null),
    intent: startedPayment?.intent ?? null,
    hasDetails: startedPayment !== null || (needsRestore && savedPayment !== null && canPay),
    isPaid,
    markPaid: () => {
      setIsPaid(true);
      // Removes the details, so that a reload doesn't start a second payment.
      open("payment-details", { replace: true });
    },
  };
}

/** Explains why the user can't pay. */
function NothingToPay() {
  const { role, membership } = useUser();
  return (
    <EmptyState title="Nothing to pay here">
      {role === "tenant" && membership === "pending"
        ? "Your account is waiting for approval. You can pay once it's approved."
        : role === "tenant"
          ? "Your account wasn't approved. Contact your property manager."
          : "Tenants make payments. Landlords and administrators record them."}
    </EmptyState>
  );
}

const tabNames = ["summary", "make-payment", "payment-details"] as const;
type PaymentTab = (typeof tabNames)[number];

/** Stores the open tab in the URL and the payment in the history entry, so a reload continues with it. */
function usePaymentsAddress() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const state = useHistoryState<unknown>();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const openTab = useCallback(
    (tab: PaymentTab, options: { details?: PaymentToMake; replace?: boolean } = {}) => {
      const { details, replace = false } = options;
      navigate(tab === "summary" ? paymentsPath : `${paymentsPath}?tab=${tab}`, {
        replace,
        ...(details === undefined ? {} : { state: { paying: details } }),
      });
    },
    [navigate],
  );
  return {
    tab: tabNames.find((tab) => tab === query.get("tab")) ?? ("summary" as const),
    /** The lease to pay for, from a link. */
    leaseId: parseId(query.get("lease")),
    savedPayment: useMemo(() => readSavedPayment(state), [state]),
    open: openTab,
  };
}

const parseId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/** Validates the state from the browser history, which an older version of the page might have written. */
function readSavedPayment(state: unknown): PaymentToMake | null {
  const { paying } = (state ?? {}) as { paying?: Partial<PaymentToMake> };
  if (!Number.isSafeInteger(paying?.amountCents) || typeof paying?.description !== "string") return null;
  return {
    amountCents: toCents(paying.amountCents ?? 0),
    description: paying.description,
    leaseId: paying.leaseId ?? null,
    unitId: paying.unitId ?? null,
    chargeIds: paying.chargeIds ?? [],
    coveredCharges: paying.coveredCharges === undefined ? [] : paying.coveredCharges,
    isCredit: paying.isCredit === true,
  };
}
