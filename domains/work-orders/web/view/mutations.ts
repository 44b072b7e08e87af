import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  changeStatus,
  deleteWorkOrder,
  editWorkOrder,
  type WorkOrder,
  type WorkOrderRow,
  workOrder,
} from "../../contract.ts";
import type { Status } from "../../status.ts";
import { getVersionAfterMyChanges, trackVersion } from "../my-versions.ts";
import { workOrderKeys } from "../query-keys.ts";
import { refetchWorkOrders, removeWorkOrder, showWorkOrder } from "../refetch.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

export interface Move {
  /** The work order as it was when the drag started. */
  row: WorkOrderRow | WorkOrder;
  to: Status;
  /** Becomes a comment. */
  reason?: string;
  /** Whether it undoes an earlier move. */
  isUndo?: boolean;
}

const moveKey = [...workOrderKeys.change, "move"];

/**
 * WO-26 to WO-30. Moves are sent one after another. A move is pending until the refetched lists contain it, or until it
 * fails. The board draws cards where their pending moves put them.
 */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  const mutation = useMutation<WorkOrder, Error, Move>({
    mutationKey: moveKey,
    scope: { id: "move-work-order" },
    mutationFn: async ({ row, to, reason }: Move) => {
      const version = getVersionAfterMyChanges(row);
      const body = { status: to, reason };
      const movedOrder = await call(changeStatus, { params: { id: row.id }, body, version });
      trackVersion({ id: row.id, version }, movedOrder.version);
      return movedOrder;
    },
    onSuccess: (movedOrder, { row, isUndo = false }) => {
      showWorkOrder(queryClient, movedOrder);
      const undo = () => mutation.mutate({ row: movedOrder, to: row.status as Status, isUndo: true });
      const canUndo = !isUndo && movedOrder.can.moveTo.some((status) => status === row.status);
      toast({
        title: "Status Updated",
        description: "Work order status has been updated successfully.",
        ...(canUndo && { action: { label: "Undo", onPress: undo } }),
      });
    },
    onError: (error, { row }) => {
      const current = getCurrentRecord(workOrder, error);
      if (current !== undefined) showWorkOrder(queryClient, current);
      if (error instanceof ApiError && error.status === 404) removeWorkOrder(queryClient, row.id);
      toastFailure(current === undefined ? "Failed to update work order status." : toUserMessage(error));
    },
    onSettled: async (_, error, { row }) => {
      const refetchPromise = refetchWorkOrders(queryClient, workOrderKeys.history(row.id));
      if (error === null) await refetchPromise;
    },
  });
  return mutation;
}

/** The pending moves, oldest first. */
export const usePendingMoves = (): Move[] =>
  useMutationState({
    filters: { mutationKey: moveKey, status: "pending" },
    select: ({ state }) => state.variables as Move,
  });

const toastFailure = (description: string) => toast({ title: "Error", description, variant: "destructive" });

/** Reopens a work order. The form shows errors, and the user can send the same reason again. */
export const useReopenWorkOrder = ({ id, version }: WorkOrder, onReopened: () => void) =>
  useWorkOrderMutation(id, {
    change: (reason: string) =>
      call(changeStatus, { params: { id }, body: { status: "open", reason }, version }),
    describe: () => ({
      title: "Work Order Reopened",
      description: "The work order is open again with your comment.",
    }),
    onDone: onReopened,
    onFailed: () => undefined,
  });

export type WorkOrderEdit = SentBodyOf<typeof editWorkOrder>;

/** WO-39 to WO-43. `onSaved` closes the dialog. */
export const useEditWorkOrder = (id: number, onSaved: () => void) =>
  useWorkOrderMutation(id, {
    change: ({ version, edit }: { version: number; edit: WorkOrderEdit }) =>
      call(editWorkOrder, { params: { id }, body: edit, version }),
    describe: () => ({
      title: "Work Order Updated",
      description: "Work order has been updated successfully.",
    }),
    onDone: onSaved,
    onFailed: () => toastFailure("Failed to update work order."),
  });

/** WO-49 to WO-52. */
export function useDeleteWorkOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteWorkOrder, { params: { id } }),
    onSuccess: (_, id) => {
      removeWorkOrder(queryClient, id);
      toast({ title: "Work Order Deleted", description: "Work order has been deleted successfully." });
    },
    onError: () => toastFailure("Failed to delete work order."),
    onSettled: () => void refetchWorkOrders(queryClient),
  });
}
