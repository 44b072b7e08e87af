import type { Status } from "../status.ts";
import type { WorkOrderRecord } from "./queries.ts";

/**
 * What a change of status does to the completion of an order: one that leaves Completed is no longer signed off, and is signed
 * again when it is completed again. The signature itself is kept (SIG-14).
 */
export const completionAfter = (order: WorkOrderRecord, status: Status, happenedAt: Date) => ({
  completed_at: status === "completed" ? (order.completed_at ?? happenedAt) : null,
  signature_id: order.status === "completed" && status !== "completed" ? null : order.signature_id,
});
