import { useEffect, useRef, useState } from "react";
import { parseDollars } from "#shared/format/dollars.ts";
import { ApiError, call } from "#web/api-client.ts";
import { calculateFee } from "../../fee.ts";
import { type PaymentIntent, updatePaymentMethod } from "../../pay-contract.ts";
import { getIntentReference } from "./reference.ts";

const responseTimeoutMs = 15_000;
const firstRetryMs = 1_000;
const maxRetryMs = 15_000;

export interface SelectedMethod {
  method: string;
  feeCents: number;
  totalCents: number;
  /** Whether the server has confirmed the fee. Paying waits for it. */
  isConfirmed: boolean;
  selectMethod: (method: string) => void;
}

/**
 * Queued requests for each payment. Forms that were closed are included because the server might not have
 * responded yet.
 */
const queues = new WeakMap<PaymentIntent, Promise<void>>();

/**
 * The payment method and its fee, confirmed by the server. Until it responds, the fee is calculated here and
 * the request is retried silently (PAY-46). Requests run one at a time, so the last choice wins. A form
 * starts with the card method. If another method was selected in an earlier form of this payment, the server
 * is updated. `onSettled` is called if the payment is no longer open.
 */
export function usePaymentMethod(intent: PaymentIntent, onSettled: () => void): SelectedMethod {
  const [selection, setSelection] = useState<{ method: string; feeCents: number | null }>(() => ({
    method: "card",
    feeCents: queues.has(intent) ? null : intent.feeCents,
  }));
  const requestedMethod = useRef<string>(null);
  const endWait = useRef<() => void>(undefined);

  useEffect(() => {
    if (queues.has(intent)) selectMethod("card");
    else requestedMethod.current = "card";
    return () => {
      requestedMethod.current = null;
      endWait.current?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, []);

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endWait.current = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const confirmFee = async (method: string) => {
    for (
      let pauseMs = firstRetryMs;
      requestedMethod.current === method;
      pauseMs = Math.min(pauseMs * 2, maxRetryMs)
    ) {
      try {
        const { processingFee } = await call(updatePaymentMethod, {
          body: { paymentIntentId: getIntentReference(intent.clientSecret), method },
          timeoutMs: responseTimeoutMs,
        });
        if (requestedMethod.current === method)
          setSelection({ method, feeCents: parseDollars(String(processingFee)) ?? null });
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return onSettled();
        await wait(pauseMs);
      }
    }
  };

  const selectMethod = (method: string) => {
    if (requestedMethod.current === method) return;
    requestedMethod.current = method;
    endWait.current?.();
    setSelection({ method, feeCents: null });
    queues.set(
      intent,
      (queues.get(intent) ?? Promise.resolve()).then(() => confirmFee(method)),
    );
  };

  const feeCents =
    selection.feeCents ?? calculateFee(intent.amountCents, selection.method, intent.feeBasisPoints);
  return {
    method: selection.method,
    feeCents,
    totalCents: intent.amountCents + feeCents,
    isConfirmed: selection.feeCents !== null,
    selectMethod,
  };
}
