import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ApiError, call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { localToday } from "#web/local-today.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { type WorkOrder, type WorkOrderRow, workOrder } from "../../contract.ts";
import { planWorkOrder } from "../../week-contract.ts";
import { getVersionAfterMyChanges, trackVersion } from "../my-versions.ts";
import { workOrderKeys } from "../query-keys.ts";
import { refetchWorkOrders, removeWorkOrder, showWorkOrder } from "../refetch.ts";

export interface WorkOrderPlan {
  assignee: WorkOrderRow["assignee"];
  plannedOn: string | null;
  /** Absent to leave the estimate unchanged. */
  estimateMinutes?: number | null;
}

export interface PlanChange {
  /** The work order as it was when the drag started. */
  row: WorkOrderRow;
  to: WorkOrderPlan;
  /** Whether the confirmed visit stays on its own date. */
  keepsVisit?: boolean;
  /** Whether it undoes an earlier plan. */
  isUndo?: boolean;
}

const planKey = [...workOrderKeys.change, "plan"];

/**
 * Plans are sent one after another. A plan is pending until the refetched week contains it, or until it fails. The week
 * draws cards where their pending plans put them.
 */
export function usePlanWorkOrder() {
  const queryClient = useQueryClient();
  const mutation = useMutation<WorkOrder, Error, PlanChange>({
    mutationKey: planKey,
    scope: { id: "plan-work-order" },
    mutationFn: async ({ row, to, keepsVisit }: PlanChange) => {
      const version = getVersionAfterMyChanges(row);
      const { assignee, ...plan } = to;
      const plannedOrder = await call(planWorkOrder, {
        params: { id: row.id },
        body: {
          ...plan,
          assigneeId: assignee?.id ?? null,
          ...(keepsVisit === undefined ? {} : { keepsVisit }),
        },
        version,
      });
      trackVersion({ id: row.id, version }, plannedOrder.version);
      return plannedOrder;
    },
    onSuccess: (plannedOrder, { row, isUndo = false }) => {
      showWorkOrder(queryClient, plannedOrder);
      const { assignee, plannedOn, estimateMinutes } = row;
      const undo = () =>
        mutation.mutate({
          row: plannedOrder,
          to: { assignee, plannedOn, estimateMinutes },
          keepsVisit: true,
          isUndo: true,
        });
      // Work can't be planned for a day that has passed.
      const canUndo = !isUndo && (plannedOn === null || plannedOn >= localToday());
      toast({
        title: "Work Order Planned",
        description: `${workOrderNumber(plannedOrder.id)}: ${formatPlan(plannedOrder)}.`,
        ...(canUndo && { action: { label: "Undo", onPress: undo } }),
      });
    },
    onError: (error, { row }) => {
      const current = getCurrentRecord(workOrder, error);
      if (current !== undefined) showWorkOrder(queryClient, current);
      if (error instanceof ApiError && error.status === 404) removeWorkOrder(queryClient, row.id);
      toastError(error);
    },
    onSettled: async (_, error, { row }) => {
      const refetchPromise = refetchWorkOrders(queryClient, workOrderKeys.history(row.id));
      if (error === null) await refetchPromise;
    },
  });
  return mutation;
}

/** The work orders with a pending plan, as they will be planned, oldest first. */
export const usePlannedRows = (): WorkOrderRow[] =>
  useMutationState({
    filters: { mutationKey: planKey, status: "pending" },
    select: ({ state }) => {
      const { row, to } = state.variables as PlanChange;
      return { ...row, ...to };
    },
  });

const formatPlan = ({ assignee, plannedOn }: WorkOrder): string =>
  `${assignee?.fullName ?? "unassigned"}, ${plannedOn === null ? "no date" : formatPlannedDay(plannedOn)}`;
