import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { readStatus, statusLabels } from "../../status.ts";

/** A step on the way of a work order, and when it was taken or is planned. */
export interface Step {
  name: string;
  at: string | null;
  state: "done" | "now" | "next";
}

type Order = Pick<WorkOrder, "status" | "createdAt" | "completedAt" | "assignee" | "team" | "appointment">;

/** The four steps of a work order. `entries` is its activity log, newest first, which has the times. */
export function getSteps(order: Order, entries: readonly ActivityEntry[]): Step[] {
  const status = readStatus(order.status);
  const isAssigned = order.assignee !== null || order.team !== null;
  const isCancelled = status === "cancelled";
  const isVisit = status === "scheduled" || (status !== "in_progress" && order.appointment !== null);
  const current = ["completed", "cancelled"].includes(status)
    ? 3
    : ["in_progress", "scheduled"].includes(status)
      ? 2
      : isAssigned
        ? 1
        : 0;
  const steps = [
    { name: "Reported", at: order.createdAt, isPossible: true },
    {
      name: "Assigned",
      at: isAssigned ? findTime(entries, ({ actionType }) => actionType === "assigned") : null,
      isPossible: isAssigned,
    },
    isVisit && current < 3
      ? { name: "Visit", at: order.appointment?.from ?? null, isPossible: true }
      : {
          name: statusLabels.in_progress,
          at: findTime(entries, ({ newStatus }) => newStatus === "in_progress"),
          isPossible: !isCancelled,
        },
    isCancelled
      ? {
          name: statusLabels.cancelled,
          at: findTime(entries, ({ newStatus }) => newStatus === "cancelled"),
          isPossible: true,
        }
      : { name: statusLabels.completed, at: order.completedAt, isPossible: true },
  ];
  return steps.map(({ name, at, isPossible }, index) => ({
    name,
    at,
    state:
      !isPossible || index > current ? "next" : index < current || status === "completed" ? "done" : "now",
  }));
}

function findTime(
  entries: readonly ActivityEntry[],
  matches: (entry: ActivityEntry) => boolean,
): string | null {
  const entry = entries.find(matches);
  return entry === undefined ? null : (entry.happenedAt ?? entry.createdAt);
}
