import { type AskedWork, statusAfter } from "../work.ts";
import type { SeenWork } from "../work-contract.ts";
import type { Difference } from "./clashes.ts";
import type { WorkOrderRecord } from "./queries.ts";

/** What of an order a step of work is compared with. */
export type ComparedOrder = Pick<WorkOrderRecord, "status" | "assignee_id" | "paused_at" | "pause_reason">;

/**
 * In what the present order differs from what was seen and also from what is asked for: then nothing is applied, and both are
 * kept as a clash. Undefined: the step is done, or is so already.
 */
export function differenceOf(
  order: ComparedOrder,
  asked: AskedWork,
  { seen, actorId, happenedAt }: { seen: SeenWork; actorId: number; happenedAt: Date },
): Difference | undefined {
  if (order.status === "completed" && asked.did === "complete") return undefined;
  if (order.status !== seen.status && order.status !== statusAfter[asked.did]) return "status";
  if (order.assignee_id !== seen.assigneeId && order.assignee_id !== actorId) return "assignee";
  // A pause is not among what was seen; one that began after this change was not known either.
  const isPausedSince = order.paused_at !== null && order.paused_at > happenedAt;
  return isPausedSince && order.pause_reason !== asked.reason ? "pause" : undefined;
}
