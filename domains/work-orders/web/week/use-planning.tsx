import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { visitElsewhere } from "../../week.ts";
import { ProposeVisitDialog } from "../move-and-schedule.tsx";
import { VisitStaysDialog } from "./visit-stays-dialog.tsx";
import { type PlanChange, usePlanOrder } from "./week-api.ts";

const PlanDialog = lazyPart(() =>
  import("./plan-dialog.tsx").then((module) => ({ default: module.PlanDialog })),
);

interface Planning {
  plan: (change: PlanChange) => void;
  /** Asks for person, day and estimate. */
  ask: (row: WorkOrderRow) => void;
  isPending: boolean;
  dialog: ReactNode;
}

/** Plans orders; one that would leave its agreed visit behind is moved only when the user says so. */
export function usePlanning(): Planning {
  const { mutate, isPending } = usePlanOrder();
  const [asked, setAsked] = useState<WorkOrderRow>();
  const [leaving, setLeaving] = useState<PlanChange>();
  const [proposing, setProposing] = useState<{ order: WorkOrder; day: string | null }>();
  const plan = useCallback(
    (change: PlanChange) => {
      if (visitElsewhere(change.row, change.to.plannedOn, new Date()) === null) mutate(change);
      else setLeaving(change);
    },
    [mutate],
  );
  const move = ({ proposesVisit }: { proposesVisit: boolean }) => {
    if (leaving === undefined) return;
    setLeaving(undefined);
    mutate(
      { ...leaving, visitStays: true },
      {
        onSuccess: (order) => {
          if (proposesVisit) setProposing({ order, day: leaving.to.plannedOn });
        },
      },
    );
  };
  const visit = leaving?.row.appointment ?? null;
  const dialog = (
    <Suspense>
      {asked !== undefined && (
        <PlanDialog
          order={asked}
          plan={(to) => plan({ row: asked, to })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {leaving !== undefined && visit !== null && (
        <VisitStaysDialog change={leaving} visit={visit} move={move} onClose={() => setLeaving(undefined)} />
      )}
      {proposing !== undefined && (
        <ProposeVisitDialog
          order={proposing.order}
          day={proposing.day}
          onClose={() => setProposing(undefined)}
        />
      )}
    </Suspense>
  );
  return { plan, ask: setAsked, isPending, dialog };
}
