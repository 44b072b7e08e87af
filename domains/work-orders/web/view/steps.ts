import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { readStatus, statusLabels } from "../../status.ts";

/** A step in a work order's progress, with the time it happened or is planned for. */
export interface Step {
  name: string;
  occursAt: string | null;
  state: "done" | "now" | "next";
}

type StepWorkOrder = Pick<
  WorkOrder,
  "status" | "createdAt" | "completedAt" | "assignee" | "team" | "appointment" | "timeZone"
>;

/** A step before the work order's progress has been determined. */
type PlannedStep = Pick<Step, "name" | "occursAt"> & {
  /** Whether the work order has reached the step or still can. */
  isReachable: boolean;
};

/** Returns a work order's four steps. Their times come from `entries`, its activity log, newest first. */
export function getSteps(order: StepWorkOrder, entries: readonly ActivityEntry[]): Step[] {
  const status = readStatus(order.status);
  const isAssigned = order.assignee !== null || order.team !== null;
  const isCancelled = status === "cancelled";
  const isVisit = status === "scheduled" || (status !== "in_progress" && order.appointment !== null);
  const currentIndex = findCurrentIndex(status, isAssigned);
  const steps: PlannedStep[] = [
    { name: "Reported", occursAt: order.createdAt, isReachable: true },
    {
      name: "Assigned",
      occursAt: isAssigned ? findTime(entries, ({ actionType }) => actionType === "assigned") : null,
      isReachable: isAssigned,
    },
    isVisit && currentIndex < lastIndex
      ? {
          name: "Visit",
          occursAt: order.appointment?.from ?? null,
          isReachable: true,
        }
      : {
          name: statusLabels.in_progress,
          occursAt: findTime(entries, ({ newStatus }) => newStatus === "in_progress"),
          isReachable: !isCancelled,
        },
    isCancelled
      ? {
          name: statusLabels.cancelled,
          occursAt: findTime(entries, ({ newStatus }) => newStatus === "cancelled"),
          isReachable: true,
        }
      : { name: statusLabels.completed, occursAt: order.completedAt, isReachable: true },
  ];
  return steps.map(({ name, occursAt, isReachable }, index) => {
    const isDone = index < currentIndex || status === "completed";
    const isNext = !isReachable || index > currentIndex;
    return { name, occursAt, state: isNext ? "next" : isDone ? "done" : "now" };
  });
}

/** The index of Completed or Cancelled. */
const lastIndex = 3;

function findCurrentIndex(status: string, isAssigned: boolean): number {
  if (status === "completed" || status === "cancelled") return lastIndex;
  if (status === "in_progress" || status === "scheduled") return 2;
  return isAssigned ? 1 : 0;
}

function findTime(
  entries: readonly ActivityEntry[],
  matches: (entry: ActivityEntry) => boolean,
): string | null {
  const entry = entries.find(matches);
  return entry === undefined ? null : (entry.happenedAt ?? entry.createdAt);
}
