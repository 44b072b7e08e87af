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
import { type Recorded, useRecordPayment, useSendReceipt } from "./mutations.ts";
import { clearPaymentDetails, readSavedPaymentDetails } from "./saved-payment-details.ts";
import { SignInFirst } from "./sign-in-first.tsx";
import { notRecorded } from "./use-payment-flow.ts";

const missing = {
  title: "Payment Information Missing",
  description: "We couldn't find your payment information.",
} as const;

/** The page a provider returns to. Records the payment and shows the result (PAY-84 to PAY-93). */
export default function PaymentSuccessPage() {
  const [search] = useSearchParams();
  const reference = search.get("payment_intent") ?? "";
  return reference === "" ? <MissingReference /> : <OnePayment reference={reference} />;
}

function MissingReference() {
  useEffect(() => {
    toast({ ...missing, variant: "destructive" });
    clearPaymentDetails();
  }, []);
  return (
    <Issue reason="We can't tell which payment this page is for. Check your payments to see what was received." />
  );
}

function OnePayment({ reference }: { reference: string }) {
  const session = useSession();
  const { data, isError, isFetching, refetch } = useRecording(reference, session.state === "signed-in");
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
      <Issue
        reason={notRecorded.description}
        action={
          <Button variant="primary" size="lg" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  return data === undefined ? null : <Outcome recorded={data} />;
}

/** The saved details are removed afterward, even if the payment failed (PAY-91). */
function useRecording(reference: string, isSignedIn: boolean) {
  const [details] = useState(readSavedPaymentDetails);
  const record = useRecordPayment();
  const sendReceipt = useSendReceipt();
  return useQuery({
    queryKey: ["payment-success", reference],
    enabled: isSignedIn,
    gcTime: 0,
    queryFn: async (): Promise<Recorded> => {
      try {
        const recorded = await record(reference, details);
        if (recorded.payment !== null) void sendReceipt(reference, recorded.payment);
        return recorded;
      } catch (error) {
        toast({ ...notRecorded, variant: "destructive" });
        throw error;
      } finally {
        clearPaymentDetails();
      }
    },
  });
}

function Outcome({ recorded: { payment, status } }: { recorded: Recorded }) {
  if (payment !== null)
    return (
      <CheckoutFrame
        title="Payment Successful"
        step="Receipt"
        description={<Mark icon={<Tick />}>Thank you. This is your receipt.</Mark>}
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
          <Mark icon={<Clock className="text-amber-dot" />}>Your payment is being processed.</Mark>
        }
      >
        <p>Bank payments take up to five business days. You'll find yours under “Being processed”.</p>
        <ReturnButton />
      </CheckoutFrame>
    );
  return <Issue reason="Your payment didn't go through. You can try again from Payments." />;
}

/** Includes the support contact (PAY-86). */
function Issue({ reason, action }: { reason: string; action?: ReactNode }) {
  const { data } = useQuery(endpointQuery(readConfig, {}));
  const { email = "", phone = "" } = data?.support ?? {};
  const contacts = [email, phone].filter((contact) => contact !== "").join(" or ");
  return (
    <CheckoutFrame
      title="Payment Issue"
      description={<Mark icon={<CircleAlert className="text-red-dot" />}>Something isn't right yet.</Mark>}
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

const Mark = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
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
