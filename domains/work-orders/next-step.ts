import { lookUp } from "#shared/look-up.ts";
import { readStatus, type Status, statusLabel } from "./status.ts";

interface WorkOrderProgress {
  status: string;
  assignee: { fullName: string } | null;
  awaitingApproval: boolean;
}

/** Tells the requester who is working on the problem, or what happens next. */
export function describeNextStep({ status, assignee, awaitingApproval }: WorkOrderProgress): string {
  if (awaitingApproval) return "Waiting for your account approval";
  const assigneeName = assignee?.fullName;
  const descriptions: Record<Status, string> = {
    open: assigneeName === undefined ? "Waiting to be assigned" : `Assigned to ${assigneeName}`,
    urgent: assigneeName === undefined ? "Waiting to be assigned" : `Assigned to ${assigneeName}`,
    scheduled:
      assigneeName === undefined ? "Scheduled, waiting to be assigned" : `Scheduled with ${assigneeName}`,
    in_progress: assigneeName === undefined ? "In progress" : `${assigneeName} is working on it`,
    completed: "Completed. Ready for your sign-off",
    cancelled: "Cancelled",
  };
  return lookUp(descriptions, readStatus(status)) ?? statusLabel(status);
}
