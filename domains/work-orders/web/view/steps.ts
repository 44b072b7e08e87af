import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { readStatus, statusLabels } from "../../status.ts";

/** A step on the way of a work order, and when it was taken or is planned. */
export interface Step {
  name: string;
  occursAt: string | null;
  /** The property's, for a visit. The other times are shown in the viewer's time zone. */
  timeZone: string | undefined;
  state: "done" | "now" | "next";
}

type StepWorkOrder = Pick<
  WorkOrder,
  "status" | "createdAt" | "completedAt" | "assignee" | "team" | "appointment" | "timeZone"
>;

type PossibleStep = Pick<Step, "name" | "occursAt"> & { timeZone?: string; isPossible: boolean };

/** The four steps of a work order. `entries` is its activity log, newest first, which has the times. */
export function getSteps(order: StepWorkOrder, entries: readonly ActivityEntry[]): Step[] {
  const status = readStatus(order.status);
  const isAssigned = order.assignee !== null || order.team !== null;
  const isCancelled = status === "cancelled";
  const isVisit = status === "scheduled" || (status !== "in_progress" && order.appointment !== null);
  const currentIndex = ["completed", "cancelled"].includes(status)
    ? 3
    : ["in_progress", "scheduled"].includes(status)
      ? 2
      : isAssigned
        ? 1
        : 0;
  const steps = [
    { name: "Reported", occursAt: order.createdAt, isPossible: true },
    {
      name: "Assigned",
      occursAt: isAssigned ? findTime(entries, ({ actionType }) => actionType === "assigned") : null,
      isPossible: isAssigned,
    },
    isVisit && currentIndex < 3
      ? {
          name: "Visit",
          occursAt: order.appointment?.from ?? null,
          timeZone: order.timeZone,
          isPossible: true,
        }
      : {
          name: statusLabels.in_progress,
          occursAt: findTime(entries, ({ newStatus }) => newStatus === "in_progress"),
          isPossible: !isCancelled,
        },
    isCancelled
      ? {
          name: statusLabels.cancelled,
          occursAt: findTime(entries, ({ newStatus }) => newStatus === "cancelled"),
          isPossible: true,
        }
      : { name: statusLabels.completed, occursAt: order.completedAt, isPossible: true },
  ];
  return steps.map(({ name, occursAt, timeZone, isPossible }: PossibleStep, index) => ({
    name,
    occursAt,
    timeZone,
    state:
      !isPossible || index > currentIndex
        ? "next"
        : index < currentIndex || status === "completed"
          ? "done"
          : "now",
  }));
}

function findTime(
  entries: readonly ActivityEntry[],
  matches: (entry: ActivityEntry) => boolean,
): string | null {
  const entry = entries.find(matches);
  return entry === undefined ? null : (entry.happenedAt ?? entry.createdAt);
}
