import { useEffect, useRef, useState } from "react";
import { centsOf } from "#shared/format/dollars.ts";
import { ApiError, call } from "#web/api-client.ts";
import { feeOf } from "../fee.ts";
import { type PaymentIntent, updatePaymentMethod } from "../pay-contract.ts";
import { referenceOf } from "./reference.ts";

const responseTimeoutMs = 15_000;
const firstRetryMs = 1_000;
const retryMsMax = 15_000;

export interface AgreedMethod {
  method: string;
  feeCents: number;
  totalCents: number;
  /** True once the server has confirmed the fee; the payment waits for it. */
  isAgreed: boolean;
  choose: (method: string) => void;
}

/** The requests about each payment, in turn; of a form that was left as well, as the server may not have answered yet. */
const queues = new WeakMap<PaymentIntent, Promise<void>>();

/**
 * The payment method and its fee, confirmed by the server. Until then the fee is calculated here and the request is
 * retried silently (PAY-46), one at a time, so that the last choice wins. A form begins with the card; if another method
 * was chosen in an earlier form of this payment, the server is told. `onSettled` is called if the payment is no longer open.
 */
export function useAgreedMethod(intent: PaymentIntent, onSettled: () => void): AgreedMethod {
  const [chosen, setChosen] = useState<{ method: string; feeCents: number | null }>(() => ({
    method: "card",
    feeCents: queues.has(intent) ? null : intent.feeCents,
  }));
  const wanted = useRef<string>(null);
  const wake = useRef<() => void>(undefined);

  useEffect(() => {
    if (queues.has(intent)) choose("card");
    else wanted.current = "card";
    return () => {
      wanted.current = null;
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

  const agree = async (method: string) => {
    for (let pauseMs = firstRetryMs; wanted.current === method; pauseMs = Math.min(pauseMs * 2, retryMsMax)) {
      try {
        const { processingFee } = await call(updatePaymentMethod, {
          body: { paymentIntentId: referenceOf(intent.clientSecret), method },
          timeoutMs: responseTimeoutMs,
        });
        if (wanted.current === method)
          setChosen({ method, feeCents: centsOf(String(processingFee)) ?? null });
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return onSettled();
        await wait(pauseMs);
      }
    }
  };

  const choose = (method: string) => {
    if (wanted.current === method) return;
    wanted.current = method;
    wake.current?.();
    setChosen({ method, feeCents: null });
    queues.set(
      intent,
      (queues.get(intent) ?? Promise.resolve()).then(() => agree(method)),
    );
  };

  const feeCents = chosen.feeCents ?? feeOf(intent.amountCents, chosen.method, intent.feeBasisPoints);
  return {
    method: chosen.method,
    feeCents,
    totalCents: intent.amountCents + feeCents,
    isAgreed: chosen.feeCents !== null,
    choose,
  };
}
