import { type RequestedWork, statusAfterStep } from "../../work.ts";
import type { ExpectedWork } from "../../work-contract.ts";
import type { WorkOrderRecord } from "../queries.ts";
import type { ConflictField } from "./conflicts.ts";

/** The work order fields a work step is compared with. */
export type ComparedWorkOrder = Pick<
  WorkOrderRecord,
  "status" | "assignee_id" | "paused_at" | "pause_reason"
>;

/**
 * Returns the field in which the work order differs from both what the device showed and what it requests. If
 * there is one, nothing is applied and both updates are kept as a conflict. Undefined if the step can be
 * applied or already has been.
 */
export function findConflict(
  order: ComparedWorkOrder,
  requested: RequestedWork,
  { expected, actorId, happenedAt }: { expected: ExpectedWork; actorId: number; happenedAt: Date },
): ConflictField | undefined {
  if (order.status === "completed" && requested.step === "complete") return undefined;
  if (order.status !== expected.status && order.status !== statusAfterStep[requested.step]) return "status";
  if (order.assignee_id !== expected.assigneeId && order.assignee_id !== actorId) return "assignee";
  // The device doesn't send the pause it displayed, but it can't have known of a pause that started after
  // this step.
  const wasPausedSince = order.paused_at !== null && order.paused_at > happenedAt;
  return wasPausedSince && order.pause_reason !== requested.reason ? "pause" : undefined;
}
