import { useQueryClient } from "@tanstack/react-query";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { refetch } from "#web/refetch.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toDollars } from "../../amount.ts";
import type { Payment } from "../../contract.ts";
import { paymentSuccess, sendReceipt } from "../../pay-contract.ts";
import { paymentKeys } from "../query-keys.ts";
import type { SavedPaymentDetails } from "./saved-payment-details.ts";

export type RecordedPayment = ResponseOf<typeof paymentSuccess>;

/**
 * Has the server record the received payment, then refetches. The payment page, `/payment-success`, and the
 * provider's event all record it. The first one wins.
 */
export function useRecordPayment(): (
  reference: string,
  details: SavedPaymentDetails | null,
) => Promise<RecordedPayment> {
  const queryClient = useQueryClient();
  return async (reference, details) => {
    const recordedPayment = await call(paymentSuccess, { body: { paymentIntentId: reference, ...details } });
    if (recordedPayment.status !== "open") {
      // Payment lists are refetched right away, even on pages that aren't open (PAY-48).
      void queryClient.invalidateQueries({ queryKey: paymentKeys.payments, refetchType: "all" });
      void refetch(queryClient, ledgerKeys.amounts);
    }
    return recordedPayment;
  };
}

/** Emails the receipt automatically (PAY-95). The server composes it and knows the address. */
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
          amount: toDollars(payment.amountCents),
          description,
          html: buildReceiptHtml(payment),
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

function buildReceiptHtml({ description, amountFormatted, feeCents }: Payment): string {
  const feeHtml = feeCents === 0 ? "" : `<p>Card processing fee: ${formatCents(toCents(feeCents))}</p>`;
  return `<h1>Payment Receipt</h1><p>${escapeHtml(description)}: ${amountFormatted}</p>${feeHtml}`;
}
