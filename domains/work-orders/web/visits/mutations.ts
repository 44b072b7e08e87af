import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { cancelVisit, confirmVisit, proposeVisit } from "../../appointment-contract.ts";
import { type WorkOrder, type WorkOrderRow, workOrder } from "../../contract.ts";
import { cacheWorkOrder, refreshAfterChange } from "../work-order-cache.ts";
import { type TypedVisit, toProposal } from "./typed-visit.ts";

export function useProposeVisit(
  { id, timeZone }: Pick<WorkOrderRow, "id" | "timeZone">,
  onProposed: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (visit: TypedVisit) =>
      call(proposeVisit, { params: { id }, body: toProposal(visit, timeZone) }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast(
        order.appointment?.state === "confirmed"
          ? { title: "Visit Scheduled", description: "It's now on the work order." }
          : { title: "Visit Proposed", description: "You'll be notified when they respond." },
      );
      onProposed();
    },
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

/** Confirms the visit that the screen shows. */
export function useConfirmVisit({ id, appointment }: WorkOrder) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(confirmVisit, {
        params: { id },
        body: { from: appointment?.from ?? "", to: appointment?.to ?? "" },
      }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title: "Visit Confirmed", description: "Everyone involved has been notified." });
    },
    onError: (error) => showFailure(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useCancelVisit(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelVisit, { params: { id } }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title: "Visit Cancelled", description: "Everyone involved has been notified." });
    },
    onError: (error) => showFailure(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

function showFailure(queryClient: QueryClient, error: unknown): void {
  const current = getCurrentRecord(workOrder, error);
  if (current !== undefined) cacheWorkOrder(queryClient, current);
  toastError(error);
}
