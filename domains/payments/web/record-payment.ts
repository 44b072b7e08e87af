import { useQueryClient } from "@tanstack/react-query";
import { escapeHtml } from "#shared/escape-html.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { toast } from "#web/ui/toast.tsx";
import { dollarsSent } from "../amount.ts";
import { listPayments, type Payment } from "../contract.ts";
import { paymentSuccess, sendReceipt } from "../pay-contract.ts";
import type { KeptDetails } from "./kept-details.ts";
import { touchedByPayments } from "./touched.ts";

export type Recorded = ResponseOf<typeof paymentSuccess>;

/**
 * Has the server record what the provider received, and fetches what it changed. Both the page of the payment and
 * `/payment-success` do, and so does the provider's own event: whichever comes first wins.
 */
export function useRecordPayment(): (reference: string, details: KeptDetails | null) => Promise<Recorded> {
  const queryClient = useQueryClient();
  return async (reference, details) => {
    const recorded = await call(paymentSuccess, { body: { paymentIntentId: reference, ...details } });
    if (recorded.status !== "open") {
      // The lists of payments at once, shown or not (PAY-48).
      void queryClient.invalidateQueries({ queryKey: [listPayments.path], refetchType: "all" });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => touchedByPayments.test(String(queryKey[0])),
      });
    }
    return recorded;
  };
}

/** Mails the receipt without being asked to (PAY-95). The server writes it itself and knows where to. */
export function useSendReceipt(): (reference: string, payment: Payment) => Promise<void> {
  const session = useSession();
  const email = session.state === "signed-in" ? session.user.email : "";
  return async (reference, payment) => {
    const { description } = payment;
    try {
      await call(sendReceipt, {
        body: {
          paymentIntentId: reference,
          email,
          subject: "Payment Receipt",
          amount: dollarsSent(payment.amountCents),
          description,
          html: receiptBody(payment),
        },
      });
      toast({ title: "Receipt Sent", description: "A receipt has been sent to your email." });
    } catch {
      toast({
        title: "Receipt Error",
        description: "Failed to send receipt. Please contact support.",
        variant: "destructive",
      });
    }
  };
}

function receiptBody({ description, amountFormatted, feeCents }: Payment): string {
  const fee = feeCents === 0 ? "" : `<p>Card processing fee: ${formatCents(toCents(feeCents))}</p>`;
  return `<h1>Payment Receipt</h1><p>${escapeHtml(description)}: ${amountFormatted}</p>${fee}`;
}
