import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { ToastContent } from "#web/ui/feedback/toast-queue.ts";
import { type WorkOrder, workOrder } from "../contract.ts";
import { workOrderKeys } from "./query-keys.ts";
import { refetchWorkOrders, removeWorkOrder, showWorkOrder } from "./refetch.ts";

interface WorkOrderMutationOptions<Input> {
  /** Returns null if the change is saved on the phone and sent later. */
  change: (input: Input) => Promise<WorkOrder | null>;
  /** Returns the toast after success. */
  describe: (order: WorkOrder, input: Input) => ToastContent;
  /** Also called when the change is saved on the phone. */
  onDone?: (order: WorkOrder | null, input: Input) => void;
  /** Shows a toast by default. */
  onFailed?: (error: unknown, input: Input) => void;
}

/**
 * Changes one work order. Shows the response, or the current work order if the change was rejected, and
 * refetches the lists.
 */
export function useWorkOrderMutation<Input = void>(
  id: number,
  { change, describe, onDone, onFailed = toastError }: WorkOrderMutationOptions<Input>,
): UseMutationResult<WorkOrder | null, Error, Input> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (order, input) => {
      if (order !== null) {
        showWorkOrder(queryClient, order);
        toast(describe(order, input));
      }
      onDone?.(order, input);
    },
    onError: (error, input) => {
      const current = getCurrentRecord(workOrder, error);
      if (current !== undefined) showWorkOrder(queryClient, current);
      if (error instanceof ApiError && error.status === 404) removeWorkOrder(queryClient, id);
      onFailed(error, input);
    },
    onSettled: (order) => order !== null && void refetchWorkOrders(queryClient, workOrderKeys.history(id)),
  });
}
