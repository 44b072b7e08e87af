import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { currentOf } from "#web/refusal.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { agreeToVisit, callOffVisit, proposeVisit } from "../appointment-contract.ts";
import { type WorkOrder, type WorkOrderRow, workOrder } from "../contract.ts";
import { placeOrder, refreshAfterChange } from "./order-cache.ts";
import { proposalOf, type TypedVisit } from "./visit-window.ts";

export function useProposeVisit(
  { id, timeZone }: Pick<WorkOrderRow, "id" | "timeZone">,
  onProposed: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (visit: TypedVisit) =>
      call(proposeVisit, { params: { id }, body: proposalOf(visit, timeZone) }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast(
        order.appointment?.state === "agreed"
          ? { title: "Visit Set", description: "It stands on the work order." }
          : { title: "Visit Proposed", description: "You are told as soon as there is an answer." },
      );
      onProposed();
    },
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

/** Agrees to the visit as it is shown. */
export function useAgreeToVisit({ id, appointment }: WorkOrder) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(agreeToVisit, {
        params: { id },
        body: { from: appointment?.from ?? "", to: appointment?.to ?? "" },
      }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast({ title: "Visit Agreed", description: "Everybody concerned is told." });
    },
    onError: (error) => sayFailed(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useCallOffVisit(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(callOffVisit, { params: { id } }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast({ title: "Visit Called Off", description: "Everybody concerned is told." });
    },
    onError: (error) => sayFailed(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

function sayFailed(queryClient: QueryClient, error: unknown): void {
  const current = currentOf(workOrder, error);
  if (current !== undefined) placeOrder(queryClient, current);
  toastFailure(error);
}
