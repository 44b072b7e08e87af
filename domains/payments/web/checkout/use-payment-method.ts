import { useEffect, useRef, useState } from "react";
import { parseDollars } from "#shared/format/dollars.ts";
import { ApiError, call } from "#web/api-client.ts";
import { calculateFee } from "../../fee.ts";
import { type PaymentIntent, updatePaymentMethod } from "../../pay-contract.ts";
import { getIntentReference } from "./reference.ts";

const responseTimeoutMs = 15_000;
const firstRetryMs = 1_000;
const retryMsMax = 15_000;

export interface SelectedMethod {
  method: string;
  feeCents: number;
  totalCents: number;
  /** Whether the server has confirmed the fee. Paying waits for it. */
  isConfirmed: boolean;
  select: (method: string) => void;
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
  const [selected, setSelected] = useState<{ method: string; feeCents: number | null }>(() => ({
    method: "card",
    feeCents: queues.has(intent) ? null : intent.feeCents,
  }));
  const requested = useRef<string>(null);
  const wake = useRef<() => void>(undefined);

  useEffect(() => {
    if (queues.has(intent)) select("card");
    else requested.current = "card";
    return () => {
      requested.current = null;
      wake.current?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, []);

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake.current = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const confirmFee = async (method: string) => {
    for (
      let pauseMs = firstRetryMs;
      requested.current === method;
      pauseMs = Math.min(pauseMs * 2, retryMsMax)
    ) {
      try {
        const { processingFee } = await call(updatePaymentMethod, {
          body: { paymentIntentId: getIntentReference(intent.clientSecret), method },
          timeoutMs: responseTimeoutMs,
        });
        if (requested.current === method)
          setSelected({ method, feeCents: parseDollars(String(processingFee)) ?? null });
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return onSettled();
        await wait(pauseMs);
      }
    }
  };

  const select = (method: string) => {
    if (requested.current === method) return;
    requested.current = method;
    wake.current?.();
    setSelected({ method, feeCents: null });
    queues.set(
      intent,
      (queues.get(intent) ?? Promise.resolve()).then(() => confirmFee(method)),
    );
  };

  const feeCents =
    selected.feeCents ?? calculateFee(intent.amountCents, selected.method, intent.feeBasisPoints);
  return {
    method: selected.method,
    feeCents,
    totalCents: intent.amountCents + feeCents,
    isConfirmed: selected.feeCents !== null,
    select,
  };
}
