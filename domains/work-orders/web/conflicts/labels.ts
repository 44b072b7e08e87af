import { statusLabel, unfinishedStatuses } from "../../status.ts";
import type { CurrentWork, WorkConflict } from "../../work.ts";

/** A choice's button, and the title of the toast that confirms the choice. */
interface ChoiceLabels {
  button: string;
  toast: string;
}

const stepLabels = {
  start: { button: "Mark as started", toast: "Marked as Started" },
  pause: { button: "Mark as paused", toast: "Marked as Paused" },
  complete: { button: "Mark as completed", toast: "Marked as Completed" },
} as const satisfies Record<WorkConflict["requested"]["step"], ChoiceLabels>;

/** Returns the labels for applying the late update. They name the result. */
export function getApplyLabels({ requested, current, by }: WorkConflict, viewerId: number): ChoiceLabels {
  const { step, assignsSelf } = requested;
  const isAuthor = by.id === viewerId;
  const isClosed = current.field === "status" && !unfinishedStatuses.includes(current.status);
  if (isClosed && step === "start")
    return {
      button: isAuthor ? "Reopen and continue" : `Reopen for ${by.fullName}`,
      toast: "Work Order Reopened",
    };
  if (isClosed && step === "pause") return { button: "Reopen as paused", toast: "Reopened as Paused" };
  if (assignsSelf === true && current.assignee !== by.fullName)
    return isAuthor
      ? { button: "Assign to me", toast: "Assigned to You" }
      : { button: `Assign to ${by.fullName}`, toast: `Assigned to ${by.fullName}` };
  return stepLabels[step];
}

/** Returns the labels for leaving the work order as it is. */
export function getKeepLabels({ field, status, assignee, team }: CurrentWork): ChoiceLabels {
  if (field === "pause") return { button: "Keep it paused", toast: "Kept Paused" };
  if (field === "status")
    return { button: `Keep it ${statusLabel(status)}`, toast: `Kept ${statusLabel(status)}` };
  const currentAssignee = assignee ?? (team === undefined ? undefined : `team ${team}`);
  return currentAssignee === undefined
    ? { button: "Keep it unassigned", toast: "Kept Unassigned" }
    : { button: `Leave it with ${currentAssignee}`, toast: `Left with ${currentAssignee}` };
}
