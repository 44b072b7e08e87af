import { useQueryClient } from "@tanstack/react-query";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { workOrderQuery } from "#domains/work-orders/web/queries.ts";
import type { Change } from "#web/offline-queue/change.ts";

/** Returns a function that finds a change's work order if this phone has it. Nothing is fetched. */
export function useFindSavedWorkOrder(): (change: Change) => WorkOrder | undefined {
  const queryClient = useQueryClient();
  return ({ orderRef }) =>
    "id" in orderRef ? queryClient.getQueryData(workOrderQuery(orderRef.id).queryKey) : undefined;
}

/** Returns a function that finds the time zone of a change's property if this phone knows it. */
export function useFindTimeZone(): (change: Change) => string | undefined {
  const findSavedWorkOrder = useFindSavedWorkOrder();
  return (change) => findSavedWorkOrder(change)?.timeZone;
}
