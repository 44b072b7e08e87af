import { useSearchParams } from "wouter";

/** The payment that is open above the list, stored in the URL. */
export function usePaymentInUrl() {
  const [search, setSearch] = useSearchParams();
  const payment = search.get("payment") ?? "";
  const setPayment = (id: number | null, replace: boolean) =>
    setSearch(
      (query) => {
        if (id === null) query.delete("payment");
        else query.set("payment", String(id));
        return query;
      },
      { replace },
    );
  return {
    paymentId: /^[1-9]\d{0,15}$/.test(payment) ? Number(payment) : null,
    openPayment: (id: number) => setPayment(id, false),
    closePayment: () => setPayment(null, true),
  };
}
