import { useUser } from "#web/session/session.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { describeRequestedWork } from "../../work.ts";

/**
 * Returns a sentence to show before a work step, which resolves the user's own conflict without applying their
 * update (docs/decisions/022). Undefined if the user has no conflict on the work order.
 */
export function useConflictNote(order: WorkOrder | WorkOrderRow): string | undefined {
  const { id } = useUser();
  const conflict = "conflicts" in order ? order.conflicts.find(({ by }) => by.id === id) : undefined;
  if (conflict === undefined) return undefined;
  const update = describeRequestedWork(conflict.requested, order.timeZone);
  return `If you continue, your conflicting update (${update}) won't be applied.`;
}
