import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { CircleAlert, Clock } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Tick } from "#web/ui/feedback/tick.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { paymentsPath } from "../../paths.ts";
import { ReceiptPanel } from "../history/receipt-panel.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { type RecordedPayment, useRecordPayment, useSendReceipt } from "./mutations.ts";
import { clearPaymentDetails, readSavedPaymentDetails } from "./saved-payment-details.ts";
import { SignInFirst } from "./sign-in-first.tsx";
import { notRecordedToast } from "./use-payment-flow.ts";

const missingReferenceToast = {
  title: "Payment Information Missing",
  description: "We couldn't find your payment information.",
} as const;

/** The page a provider returns to. Records the payment and shows the result (PAY-84 to PAY-93). */
export default function PaymentSuccessPage() {
  const [search] = useSearchParams();
  const reference = search.get("payment_intent") ?? "";
  return reference === "" ? <MissingReference /> : <PaymentResult reference={reference} />;
}

function MissingReference() {
  useEffect(() => {
    toast({ ...missingReferenceToast, variant: "destructive" });
    clearPaymentDetails();
  }, []);
  return (
    <PaymentIssue reason="We can't tell which payment this page is for. Check your payments to see what was received." />
  );
}

function PaymentResult({ reference }: { reference: string }) {
  const session = useSession();
  const { data, isError, isFetching, refetch } = useRecordedPayment(reference, session.state === "signed-in");
  if (session.state === "signed-out")
    return (
      <CheckoutFrame title="Sign in to see your payment" description="Your payment is safe.">
        <SignInFirst>Sign in to see the status of your payment.</SignInFirst>
      </CheckoutFrame>
    );
  if (isFetching || session.state === "loading")
    return (
      <CheckoutFrame
        title="Processing Payment..."
        description="This takes a moment. Please stay on this page."
      >
        <div className="flex justify-center py-8">
          <Spinner label={null} />
        </div>
      </CheckoutFrame>
    );
  if (isError)
    return (
      <PaymentIssue
        reason={notRecordedToast.description}
        action={
          <Button variant="primary" size="lg" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  return data === undefined ? null : <PaymentOutcome recordedPayment={data} />;
}

/** The saved details are removed afterward, even if the payment failed (PAY-91). */
function useRecordedPayment(reference: string, isSignedIn: boolean) {
  const [details] = useState(readSavedPaymentDetails);
  const record = useRecordPayment();
  const sendReceipt = useSendReceipt();
  return useQuery({
    queryKey: ["payment-success", reference],
    enabled: isSignedIn,
    gcTime: 0,
    queryFn: async (): Promise<RecordedPayment> => {
      try {
        const recordedPayment = await record(reference, details);
        if (recordedPayment.payment !== null) void sendReceipt(reference, recordedPayment.payment);
        return recordedPayment;
      } catch (error) {
        toast({ ...notRecordedToast, variant: "destructive" });
        throw error;
      } finally {
        clearPaymentDetails();
      }
    },
  });
}

function PaymentOutcome({ recordedPayment: { payment, status } }: { recordedPayment: RecordedPayment }) {
  if (payment !== null)
    return (
      <CheckoutFrame
        title="Payment Successful"
        step="Receipt"
        description={<WithIcon icon={<Tick />}>Thank you. This is your receipt.</WithIcon>}
      >
        <ReceiptPanel paymentId={payment.id} />
        <ReturnButton />
      </CheckoutFrame>
    );
  if (status === "processing")
    return (
      <CheckoutFrame
        title="Payment Being Processed"
        description={
          <WithIcon icon={<Clock className="text-amber-dot" />}>Your payment is being processed.</WithIcon>
        }
      >
        <p>Bank payments take up to five business days. You'll find yours under “Being processed”.</p>
        <ReturnButton />
      </CheckoutFrame>
    );
  return <PaymentIssue reason="Your payment didn't go through. You can try again from Payments." />;
}

/** Includes the support contact (PAY-86). */
function PaymentIssue({ reason, action }: { reason: string; action?: ReactNode }) {
  const { data } = useQuery(endpointQuery(readConfig, {}));
  const { email = "", phone = "" } = data?.support ?? {};
  const contacts = [email, phone].filter((contact) => contact !== "").join(" or ");
  return (
    <CheckoutFrame
      title="Payment Issue"
      description={
        <WithIcon icon={<CircleAlert className="text-red-dot" />}>Something isn't right yet.</WithIcon>
      }
    >
      <p>{reason}</p>
      <p className="mt-2 text-ink-soft">
        {contacts === ""
          ? "If the money has left your account, don't pay again. Contact support."
          : `If the money has left your account, don't pay again. Contact support at ${contacts}.`}
      </p>
      <ReturnButton>{action}</ReturnButton>
    </CheckoutFrame>
  );
}

const WithIcon = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="flex items-center gap-2 [&_svg]:size-5 [&_svg]:shrink-0">
    {icon}
    {children}
  </span>
);

function ReturnButton({ children }: { children?: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <div className="mt-6 flex flex-wrap gap-2 max-sm:*:flex-1 print:hidden">
      {children}
      <Button size="lg" onClick={() => navigate(paymentsPath)}>
        Return to Payments
      </Button>
    </div>
  );
}
