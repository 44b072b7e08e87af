import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ApiError, call } from "#web/api-client.ts";
import { listPartsQuery } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import { currentOf } from "#web/refusal.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { listWorkOrders, type WorkOrder, type WorkOrderRow, workOrder } from "../../contract.ts";
import { planWorkOrder, readWeek } from "../../week-contract.ts";
import {
  holdWeek,
  placeOrder,
  planKey,
  refreshAfterChange,
  refreshWeek,
  removeOrder,
} from "../order-cache.ts";
import { followVersion, versionAfterOwnChanges } from "../own-versions.ts";

export interface WeekFilters {
  q?: string | undefined;
  propertyId?: string | undefined;
}

/** Seven days from `from` on, by default this week, of those who work in the building. */
export const weekQuery = (from: string | undefined, { propertyId }: WeekFilters) =>
  endpointQuery(readWeek, {
    query: {
      ...(from === undefined ? {} : { from }),
      ...(propertyId === undefined ? {} : { propertyId }),
    },
  });

export const toPlanQuery = ({ q, propertyId }: WeekFilters) =>
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
  /** Absent: as it is. */
  estimateMinutes?: number | null;
}

export interface PlanChange {
  /** The order as it was when the drag began. */
  row: WorkOrderRow | WorkOrder;
  to: Plan;
  /** That its agreed visit stays on its own day. */
  visitStays?: boolean;
}

/** The card moves at once and moves back when the server refuses; plans are sent one after another. */
export function usePlanOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: planKey,
    scope: { id: "plan-work-order" },
    mutationFn: async ({ row, to, visitStays }: PlanChange) => {
      const version = versionAfterOwnChanges(row);
      const { assignee, ...plan } = to;
      const planned = await call(planWorkOrder, {
        params: { id: row.id },
        body: {
          ...plan,
          assigneeId: assignee?.id ?? null,
          ...(visitStays === undefined ? {} : { visitStays }),
        },
        version,
      });
      followVersion({ id: row.id, version }, planned.version);
      return planned;
    },
    onMutate: async ({ row, to }) => {
      await holdWeek(queryClient);
      placeOrder(queryClient, { ...row, ...to });
    },
    onSuccess: (planned) => {
      placeOrder(queryClient, planned);
      toast({
        title: "Work Order Planned",
        description: `${workOrderNumber(planned.id)}: ${saysPlan(planned)}.`,
      });
    },
    onError: (error, { row }) => {
      placeOrder(queryClient, currentOf(workOrder, error) ?? row);
      if (error instanceof ApiError && error.status === 404) removeOrder(queryClient, row.id);
      toastFailure(error);
    },
    onSettled: (_, __, { row }) => {
      void refreshAfterChange(queryClient, row.id);
      // This one still counts; those after it refresh the week.
      if (queryClient.isMutating({ mutationKey: planKey }) === 1) void refreshWeek(queryClient);
    },
  });
}

const saysPlan = ({ assignee, plannedOn }: WorkOrder): string =>
  `${assignee?.fullName ?? "nobody yet"}, ${plannedOn === null ? "no day" : formatPlannedDay(plannedOn)}`;
