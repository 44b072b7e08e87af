import { formatPlannedDay } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder } from "../contract.ts";
import { usePlanning } from "./week/use-planning.tsx";

/** The day an order is planned for and how long it takes, and for those who plan the button to change that. */
export function PlanFact({ order }: { order: WorkOrder }) {
  const { ask, isPending, dialog } = usePlanning();
  const canWrite = useIsServerReachable();
  const { plannedOn, estimateMinutes } = order;
  const isPlanned = plannedOn !== null || estimateMinutes !== null;
  const words = [
    plannedOn === null ? "No day" : formatPlannedDay(plannedOn),
    ...(estimateMinutes === null ? [] : [`takes ${formatHours(estimateMinutes)}`]),
  ];
  return (
    <span className="flex min-h-(--control-sm) flex-wrap items-center gap-x-3 gap-y-1">
      <span className={isPlanned ? "tabular-nums" : "text-ink-soft"}>
        {isPlanned ? words.join(", ") : "Not planned"}
      </span>
      {order.may.plan && (
        <Button
          size="sm"
          disabled={!canWrite}
          isBusy={isPending}
          aria-label={`${isPlanned ? "Change the plan of" : "Plan"} ${workOrderNumber(order.id)}`}
          onClick={() => ask(order)}
        >
          {isPlanned ? "Change" : "Plan"}
        </Button>
      )}
      {dialog}
    </span>
  );
}
