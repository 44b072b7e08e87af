import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";
import { type PaymentStatus, paymentStatuses } from "../contract.ts";
import { type PaymentMethod, paymentMethods } from "../methods.ts";

export const staffPaymentsPerPage = 20;

/** What the list is narrowed to, as it stands in the address. */
export interface PaymentFilters {
  q?: string;
  status?: PaymentStatus;
  method?: PaymentMethod;
  propertyId?: string;
  leaseId?: string;
  from?: string;
  to?: string;
}

const id = /^[1-9]\d{0,15}$/;
const day = /^\d{4}-\d\d-\d\d$/;

export function readPaymentList(search: string): {
  filters: PaymentFilters;
  page: number;
  paymentId: number | null;
} {
  const query = new URLSearchParams(search);
  const filters: PaymentFilters = {};
  const q = query.get("q")?.trim().slice(0, 100) ?? "";
  if (q !== "") filters.q = q;
  const status = paymentStatuses.find((value) => value === query.get("status"));
  if (status !== undefined) filters.status = status;
  const method = paymentMethods.find((value) => value === query.get("method"));
  if (method !== undefined) filters.method = method;
  for (const [name, pattern] of [
    ["propertyId", id],
    ["leaseId", id],
    ["from", day],
    ["to", day],
  ] as const) {
    const value = query.get(name) ?? "";
    if (pattern.test(value)) filters[name] = value;
  }
  const page = Number(query.get("page"));
  const payment = query.get("payment") ?? "";
  return {
    filters,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    paymentId: id.test(payment) ? Number(payment) : null,
  };
}

/** Search text, filters, page and the open payment stand in the address, so that a link or the way back shows the same. */
export function usePaymentList() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { filters, page, paymentId } = useMemo(() => readPaymentList(search), [search]);
  const go = useCallback(
    (
      next: PaymentFilters,
      { toPage = 1, payment, replace = false }: { toPage?: number; payment?: number; replace?: boolean },
    ) => {
      const query = new URLSearchParams(Object.entries(next) as [string, string][]);
      if (toPage > 1) query.set("page", String(toPage));
      if (payment !== undefined) query.set("payment", String(payment));
      const written = query.toString();
      navigate(written === "" ? paths.payments : `${paths.payments}?${written}`, { replace });
    },
    [navigate],
  );
  return {
    filters,
    page,
    paymentId,
    set: useCallback(
      (name: keyof PaymentFilters, value: string) => {
        const { [name]: _, ...rest } = filters;
        go(value === "" ? rest : { ...rest, [name]: value }, { replace: true });
      },
      [filters, go],
    ),
    clear: useCallback(() => go({}, { replace: true }), [go]),
    setPage: useCallback((toPage: number) => go(filters, { toPage }), [filters, go]),
    openPayment: useCallback(
      (payment: number) => go(filters, { toPage: page, payment }),
      [filters, page, go],
    ),
    closePayment: useCallback(() => go(filters, { toPage: page, replace: true }), [filters, page, go]),
  };
}
