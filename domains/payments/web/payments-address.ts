import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { toCents } from "#shared/format/money.ts";
import { paths } from "#web/paths.ts";
import type { PaymentDetails } from "./payment-details.ts";

const tabs = ["summary", "make-payment", "payment-details"] as const;
export type PaymentTab = (typeof tabs)[number];

/** Keeps the open tab in the address and the payment in the history entry, so that a reload continues with it. */
export function usePaymentsAddress() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const state = useHistoryState<unknown>();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const open = useCallback(
    (tab: PaymentTab, options: { details?: PaymentDetails; replace?: boolean } = {}) => {
      const { details, replace = false } = options;
      navigate(tab === "summary" ? paths.payments : `${paths.payments}?tab=${tab}`, {
        replace,
        ...(details === undefined ? {} : { state: { paying: details } }),
      });
    },
    [navigate],
  );
  return {
    tab: tabs.find((tab) => tab === query.get("tab")) ?? ("summary" as const),
    /** The lease to pay for, from a link. */
    leaseId: numberIn(query.get("lease")),
    paying: useMemo(() => readPaying(state), [state]),
    open,
  };
}

const numberIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/** The browser keeps the state as it was written, perhaps by an older version of the page. */
function readPaying(state: unknown): PaymentDetails | null {
  const { paying } = (state ?? {}) as { paying?: Partial<PaymentDetails> };
  if (!Number.isSafeInteger(paying?.amountCents) || typeof paying?.description !== "string") return null;
  return {
    amountCents: toCents(paying.amountCents ?? 0),
    description: paying.description,
    leaseId: paying.leaseId ?? null,
    unitId: paying.unitId ?? null,
    chargeIds: paying.chargeIds ?? [],
    covers: paying.covers === undefined ? [] : paying.covers,
  };
}
