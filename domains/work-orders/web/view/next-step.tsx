import { Hand, PenLine, Play } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { AssignMenu } from "../assignment/assign-menu.tsx";
import { useAssignWorkOrder } from "../assignment/mutations.ts";
import { FinishButton } from "../finishing/finish-button.tsx";
import { useCanWork, useSavesOffline } from "../offline-queue/save-change.ts";
import { WorkButtons } from "../pauses/work-buttons.tsx";
import { useChangeStatus } from "./mutations.ts";

/** The id of the panel's heading, for links. */
export const signaturePanelId = "digital-signature";

/** Returns the next step that the user can take. The work order shows it as its only primary button. */
function getNextStep({ status, assignee, can, signatureUrl }: WorkOrder) {
  if (unfinishedStatuses.includes(status) && assignee === null)
    return ({ any: "assign", self: "assign-to-me", no: undefined } as const)[can.assign];
  if (status === "in_progress") return can.moveTo.includes("completed") ? "complete" : undefined;
  if (unfinishedStatuses.includes(status)) return can.moveTo.includes("in_progress") ? "start" : undefined;
  return status === "completed" && can.sign && signatureUrl === null ? "sign-off" : undefined;
}

/** Whether the next step is to select an assignee, so that no second button for it is needed. */
export const isNextStepAssignment = (order: WorkOrder): boolean =>
  ["assign", "assign-to-me"].includes(getNextStep(order) ?? "");

/**
 * The button for the work order's next step: assign, start, complete, or sign off. Renders nothing if the user
 * has no next step, or while they draw a signature, which has its own button.
 */
export function NextStep({ order, isSigning }: { order: WorkOrder; isSigning: boolean }) {
  const recordsWork = useSavesOffline() && order.can.work;
  const isReachable = useIsServerReachable();
  const step = getNextStep(order);
  switch (step) {
    case "assign":
      return <AssignMenu order={order} align="start" buttonStyle={{ variant: "primary", size: "md" }} />;
    case "assign-to-me":
      return <AssignToMeButton order={order} buttonStyle={{ variant: "primary", size: "md" }} />;
    case "start":
    case "complete":
      if (recordsWork)
        return <WorkButtons order={order} className="sm:min-h-(--control)! sm:flex-none sm:text-sm" />;
      return step === "start" ? (
        <StartButton order={order} buttonStyle={{ variant: "primary", size: "md" }} />
      ) : (
        <FinishButton order={order} disabled={!isReachable}>
          Complete
        </FinishButton>
      );
    case "sign-off":
      return isSigning ? null : (
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

interface StepButtonProps {
  order: WorkOrderRow | WorkOrder;
  /** The work order's title, for screen readers when several buttons are on the page. */
  title?: string;
  buttonStyle?: { variant?: "primary"; size: "sm" | "md" };
  onMoved?: () => void;
}

/** Starts a work order. */
export function StartButton({
  order,
  title,
  buttonStyle = { size: "sm" },
}: Omit<StepButtonProps, "onMoved">) {
  const { mutate, isPending } = useChangeStatus();
  const canWrite = useIsServerReachable();
  return (
    <Button
      {...buttonStyle}
      icon={<Play aria-hidden="true" />}
      disabled={!canWrite}
      isBusy={isPending}
      onClick={() => mutate({ row: order, to: "in_progress" })}
    >
      Start
      {title !== undefined && <span className="sr-only">{` ${title}`}</span>}
    </Button>
  );
}

/** Assigns a work order to the current user. */
export function AssignToMeButton({ order, title, buttonStyle = { size: "sm" }, onMoved }: StepButtonProps) {
  const { id } = useUser();
  const { mutate, isPending } = useAssignWorkOrder(order);
  const canWrite = useCanWork();
  return (
    <Button
      {...buttonStyle}
      icon={<Hand aria-hidden="true" />}
      disabled={!canWrite}
      isBusy={isPending}
      onClick={() => mutate({ userId: id }, onMoved === undefined ? {} : { onSuccess: onMoved })}
    >
      Assign to me
      {title !== undefined && <span className="sr-only">{`: ${title}`}</span>}
    </Button>
  );
}
