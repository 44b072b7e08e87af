import { formatPlannedDay } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder } from "../../contract.ts";
import { usePlanning } from "./use-planning.tsx";

/** The date a work order is planned for and its estimate, with a button to change them for users who plan. */
export function PlanDetail({ order }: { order: WorkOrder }) {
  const { openPlanDialog, isPending, dialog } = usePlanning();
  const canWrite = useIsServerReachable();
  const { plannedOn, estimateMinutes } = order;
  const isPlanned = plannedOn !== null || estimateMinutes !== null;
  const parts = [
    plannedOn === null ? "No date" : formatPlannedDay(plannedOn),
    ...(estimateMinutes === null ? [] : [`est. ${formatHours(estimateMinutes)}`]),
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className={isPlanned ? "tabular-nums" : "text-ink-soft"}>
        {isPlanned ? parts.join(", ") : "Not planned"}
      </span>
      {order.can.plan && (
        <Button
          size="sm"
          variant="link"
          className="-mx-2.5"
          disabled={!canWrite}
          isBusy={isPending}
          aria-label={
            isPlanned ? `Change plan for ${workOrderNumber(order.id)}` : `Plan ${workOrderNumber(order.id)}`
          }
          onClick={() => openPlanDialog(order)}
        >
          {isPlanned ? "Change" : "Plan"}
        </Button>
      )}
      {dialog}
    </span>
  );
}
