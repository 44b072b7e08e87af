import { useEffect, useState } from "react";
import { Hourglass } from "#web/icons.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import type { PaymentIntent } from "../pay-contract.ts";
import { useBeginPayment } from "./begin-payment.ts";
import { DetailsTab } from "./details-tab.tsx";
import { MakePayment } from "./make-payment.tsx";
import type { PaymentDetails } from "./payment-details.ts";
import { type PaymentTab, usePaymentsAddress } from "./payments-address.ts";
import { SummaryTab } from "./summary-tab.tsx";
import { emptyForm, type FormErrors, type FormValues } from "./what-to-pay.ts";

/** The balance, the payment history and the payment form (PAY-01 to PAY-04). */
export default function PaymentsPage() {
  const address = usePaymentsAddress();
  const mayPay = useMay("payments.pay");
  const isStaff = useUser().role !== "tenant";
  const paying = usePayment(address, mayPay);
  const { tab, open } = address;
  const shown = tab === "payment-details" && !paying.hasDetails ? "make-payment" : tab;
  const tabs: { value: PaymentTab; label: string }[] = [
    { value: "summary", label: "Summary" },
    { value: "make-payment", label: "Make Payment" },
    ...(paying.hasDetails ? [{ value: "payment-details" as const, label: "Payment Details" }] : []),
  ];
  return (
    <>
      <PageHeader
        title="Payments"
        description={isStaff ? "Payments received and amounts owed." : "What you owe and what you have paid."}
      />
      <div className="mb-4">
        <Tabs name="payments" label="Payments" tabs={tabs} value={shown} onChange={paying.goTo} />
      </div>
      <TabPanel name="payments" value={shown}>
        {shown === "summary" && <SummaryTab isPaying={paying.isBusy} onPay={() => open("make-payment")} />}
        {shown === "make-payment" &&
          (mayPay ? (
            <MakePayment
              values={paying.values}
              onChange={paying.change}
              refused={paying.refused}
              isBusy={paying.isBusy}
              onCancel={() => paying.goTo("summary")}
              onContinue={paying.begin}
            />
          ) : (
            <NothingToPay />
          ))}
        {shown === "payment-details" && paying.details !== null && (
          <DetailsTab
            key={paying.intent?.clientSecret}
            details={paying.details}
            intent={paying.intent}
            isPaid={paying.isPaid}
            onPaid={paying.markPaid}
            onBack={() => paying.goTo("make-payment")}
            onDone={() => paying.goTo("summary")}
          />
        )}
      </TabPanel>
    </>
  );
}

/** The state of a payment, from the form to the provider's client secret. */
function usePayment(address: ReturnType<typeof usePaymentsAddress>, mayPay: boolean) {
  const { tab, open, leaseId, paying } = address;
  const [values, setValues] = useState<FormValues>(() => ({ ...emptyForm, leaseId }));
  const [begun, setBegun] = useState<{ details: PaymentDetails; intent: PaymentIntent } | null>(null);
  const [isPaid, setIsPaid] = useState(false);
  const [refused, setRefused] = useState<FormErrors>({});
  const { mutate, isPending } = useBeginPayment();

  const begin = (details: PaymentDetails, replace = false) => {
    setRefused({});
    mutate(details, {
      onSuccess: (intent) => {
        // What was asked about the same payment before may still be on its way to the server.
        setBegun((was) => ({
          details,
          intent: was?.intent.clientSecret === intent.clientSecret ? was.intent : intent,
        }));
        setIsPaid(false);
        open("payment-details", { details, replace });
      },
      onError: (error) => {
        const fields = fieldErrorsOf(error);
        setRefused({
          lease: fields["leaseId"] ?? fields["unitId"],
          charges: fields["chargeIds"],
          amount: fields["amount"],
          description: fields["description"],
        });
        if (replace) open("make-payment", { replace: true });
      },
    });
  };

  // The page was reloaded with its details open: the same content is the same payment at the server.
  const isLost = tab === "payment-details" && begun === null;
  useEffect(() => {
    if (!isLost || isPending) return;
    if (paying === null || !mayPay) open("make-payment", { replace: true });
    else begin(paying, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each reload
  }, [isLost]);

  const goTo = (next: PaymentTab) => {
    // A completed payment is cleared when the user leaves the tab.
    if (isPaid && next !== "payment-details") {
      setBegun(null);
      setIsPaid(false);
      setValues(emptyForm);
    }
    open(next, next === "payment-details" && begun !== null ? { details: begun.details } : {});
  };

  return {
    values,
    change: setValues,
    refused,
    isBusy: isPending,
    begin,
    goTo,
    details: begun?.details ?? (isLost ? paying : null),
    intent: begun?.intent ?? null,
    hasDetails: begun !== null || (isLost && paying !== null && mayPay),
    isPaid,
    markPaid: () => {
      setIsPaid(true);
      // Removes the details, so that a reload starts no second payment.
      open("payment-details", { replace: true });
    },
  };
}

/** Explains why the user cannot pay. */
function NothingToPay() {
  const { role, membership } = useUser();
  return (
    <Card>
      <EmptyState icon={<Hourglass />} title="There is nothing to pay here">
        {role === "tenant" && membership === "pending"
          ? "Your account is waiting for approval. You can pay as soon as it is approved."
          : role === "tenant"
            ? "Your account was not approved. Please ask your building’s management."
            : "Payments are made by tenants, and recorded by landlords and administrators."}
      </EmptyState>
    </Card>
  );
}
