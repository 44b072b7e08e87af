import { readStatus, type Status, statusLabel } from "./status.ts";

interface Stage {
  status: string;
  assignee: { fullName: string } | null;
  awaitingApproval: boolean;
}

/** What happens next with an order, for whoever reported it: who has it, or what the person is asked to do. */
export function nextStep({ status, assignee, awaitingApproval }: Stage): string {
  if (awaitingApproval) return "Waiting for your account to be approved";
  const who = assignee?.fullName;
  const steps: Record<Status, string> = {
    open: who === undefined ? "Waiting to be assigned" : `Assigned to ${who}`,
    urgent: who === undefined ? "Waiting to be assigned" : `Assigned to ${who}`,
    scheduled: who === undefined ? "Scheduled, waiting to be assigned" : `Scheduled with ${who}`,
    in_progress: who === undefined ? "Being worked on" : `${who} is working on it`,
    completed: "Completed: sign off",
    cancelled: "Cancelled",
  };
  return steps[readStatus(status) as Status] ?? statusLabel(status);
}
