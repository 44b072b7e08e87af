import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ApiError, call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { listPartsQuery } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { listWorkOrders, type WorkOrder, type WorkOrderRow, workOrder } from "../../contract.ts";
import { planWorkOrder, readWeek } from "../../week-contract.ts";
import { getVersionAfterMyChanges, trackVersion } from "../my-versions.ts";
import {
  cacheWorkOrder,
  cancelWeekQueries,
  planKey,
  refreshAfterChange,
  refreshWeek,
  removeCachedWorkOrder,
} from "../work-order-cache.ts";

export interface WeekFilters {
  q?: string;
  propertyId?: string;
}

/** Seven days starting `from`, or this week by default, for the people at the property. */
export const weekQuery = (from: string | undefined, { propertyId }: WeekFilters) =>
  endpointQuery(readWeek, {
    query: {
      ...(from === undefined ? {} : { from }),
      ...(propertyId === undefined ? {} : { propertyId }),
    },
  });

export const unplannedQuery = ({ q, propertyId }: WeekFilters) =>
  listPartsQuery(
    listWorkOrders,
    {
      planned: "to-plan",
      sort: "highest",
      ...(q === undefined ? {} : { q }),
      ...(propertyId === undefined ? {} : { propertyId }),
    },
    { first: 30 },
  );

export interface Plan {
  assignee: WorkOrderRow["assignee"];
  plannedOn: string | null;
  /** Absent to leave the estimate unchanged. */
  estimateMinutes?: number | null;
}

export interface PlanChange {
  /** The work order as it was when the drag started. */
  row: WorkOrderRow | WorkOrder;
  to: Plan;
  /** Whether the confirmed visit stays on its own date. */
  visitStays?: boolean;
}

/**
 * The card moves right away and moves back if the server rejects the change. Plans are sent one after
 * another.
 */
export function usePlanWorkOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: planKey,
    scope: { id: "plan-work-order" },
    mutationFn: async ({ row, to, visitStays }: PlanChange) => {
      const version = getVersionAfterMyChanges(row);
      const { assignee, ...plan } = to;
      const updated = await call(planWorkOrder, {
        params: { id: row.id },
        body: {
          ...plan,
          assigneeId: assignee?.id ?? null,
          ...(visitStays === undefined ? {} : { visitStays }),
        },
        version,
      });
      trackVersion({ id: row.id, version }, updated.version);
      return updated;
    },
    onMutate: async ({ row, to }) => {
      await cancelWeekQueries(queryClient);
      cacheWorkOrder(queryClient, { ...row, ...to });
    },
    onSuccess: (planned) => {
      cacheWorkOrder(queryClient, planned);
      toast({
        title: "Work Order Planned",
        description: `${workOrderNumber(planned.id)}: ${formatPlan(planned)}.`,
      });
    },
    onError: (error, { row }) => {
      cacheWorkOrder(queryClient, getCurrentRecord(workOrder, error) ?? row);
      if (error instanceof ApiError && error.status === 404) removeCachedWorkOrder(queryClient, row.id);
      toastError(error);
    },
    onSettled: (_, __, { row }) => {
      void refreshAfterChange(queryClient, row.id);
      // This mutation still counts. If there are later ones, they refresh the week.
      if (queryClient.isMutating({ mutationKey: planKey }) === 1) void refreshWeek(queryClient);
    },
  });
}

const formatPlan = ({ assignee, plannedOn }: WorkOrder): string =>
  `${assignee?.fullName ?? "unassigned"}, ${plannedOn === null ? "no date" : formatPlannedDay(plannedOn)}`;
