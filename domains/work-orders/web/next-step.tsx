import { CircleCheck, Hand, PenLine, Play } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder, WorkOrderRow } from "../contract.ts";
import { unfinishedStatuses } from "../status.ts";
import { useAssignOrder, useMoveOrder } from "./api.ts";
import { AssignMenu } from "./assign-menu.tsx";
import { signaturePanelId } from "./signature-panel.tsx";
import { useCanWork, useKeepsChanges } from "./unsent/keep-change.ts";
import { WorkButtons } from "./work-buttons.tsx";

/** What brings the order forward and this user may do; the order shows it as its one solid button. */
function nextStepOf({ status, assignee, may, signatureUrl }: WorkOrder) {
  if (unfinishedStatuses.includes(status) && assignee === null)
    return ({ any: "assign", self: "take", no: undefined } as const)[may.assign];
  if (status === "in_progress") return may.moveTo.includes("completed") ? "complete" : undefined;
  if (unfinishedStatuses.includes(status)) return may.moveTo.includes("in_progress") ? "start" : undefined;
  return status === "completed" && may.sign && signatureUrl === null ? "sign-off" : undefined;
}

/** Whether the next step is to choose an assignee, so that no second button for it is needed. */
export const isAssignedNext = (order: WorkOrder): boolean =>
  ["assign", "take"].includes(nextStepOf(order) ?? "");

/** The next step of an order: assign, start, complete, sign off. Renders nothing when there is none for this user. */
export function NextStep({ order }: { order: WorkOrder }) {
  const doesTheWork = useKeepsChanges() && order.may.work;
  switch (nextStepOf(order)) {
    case "assign":
      return <AssignMenu order={order} align="start" look={{ variant: "primary", size: "md" }} />;
    case "take":
      return <TakeOrder order={order} look={{ variant: "primary", size: "md" }} />;
    case "start":
    case "complete":
      if (doesTheWork)
        return <WorkButtons order={order} className="sm:min-h-(--control)! sm:flex-none sm:text-sm" />;
      return <MoveOn order={order} look={{ variant: "primary", size: "md" }} />;
    case "sign-off":
      return (
        <Button
          variant="primary"
          icon={<PenLine aria-hidden="true" />}
          onClick={() => {
            const panel = document.getElementById(signaturePanelId);
            panel?.scrollIntoView({ block: "start" });
            panel?.focus({ preventScroll: true });
          }}
        >
          Sign off
        </Button>
      );
    case undefined:
      return null;
  }
}

interface StepProps {
  order: WorkOrderRow | WorkOrder;
  /** The title of the order, for screen readers, where there are several. */
  title?: string;
  look?: { variant?: "primary"; size: "sm" | "md" };
  onMoved?: () => void;
}

/** Starts an order, or completes one that is in progress. */
export function MoveOn({ order, title, look = { size: "sm" }, onMoved }: StepProps) {
  const { mutate, isPending } = useMoveOrder();
  const canWrite = useIsServerReachable();
  const isStarted = order.status === "in_progress";
  return (
    <Button
      {...look}
      icon={isStarted ? <CircleCheck aria-hidden="true" /> : <Play aria-hidden="true" />}
      disabled={!canWrite}
      isBusy={isPending}
      onClick={() => {
        mutate({ row: order, to: isStarted ? "completed" : "in_progress" });
        if (isStarted) onMoved?.();
      }}
    >
      {isStarted ? "Complete" : "Start"}
      {title !== undefined && <span className="sr-only">{` ${title}`}</span>}
    </Button>
  );
}

/** Assigns an order to oneself. */
export function TakeOrder({ order, title, look = { size: "sm" }, onMoved }: StepProps) {
  const { id } = useUser();
  const { mutate, isPending } = useAssignOrder(order);
  const canWrite = useCanWork();
  return (
    <Button
      {...look}
      icon={<Hand aria-hidden="true" />}
      disabled={!canWrite}
      isBusy={isPending}
      onClick={() => mutate({ userId: id }, onMoved === undefined ? {} : { onSuccess: onMoved })}
    >
      Take it
      {title !== undefined && <span className="sr-only">{`: ${title}`}</span>}
    </Button>
  );
}
