import { useRef } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { assignWorkOrder, type WorkOrder, type WorkOrderRow } from "../../contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

type Assignment = SentBodyOf<typeof assignWorkOrder>;
type AssignedOrder = Pick<WorkOrderRow, "id" | "version" | "assignee" | "team">;

/** Returns the assignment to go back to. Undefined if the user can't undo, or if the team would be lost. */
export function getPreviousAssignment(
  { assignee, team }: AssignedOrder,
  assignedOrder: WorkOrder,
): Assignment | undefined {
  const { can } = assignedOrder;
  if (can.assign === "self") return { userId: assignee?.id ?? null };
  if (can.assign === "no") return undefined;
  if (assignee === null) return { userId: null, teamId: team?.id ?? null };
  return team?.id === assignedOrder.team?.id ? { userId: assignee.id } : undefined;
}

export function useAssignWorkOrder(order: AssignedOrder) {
  const savesOffline = useSavesOffline();
  const { id } = order;
  // Kept for undo, because `order` changes as soon as the assignment is saved.
  const previousOrderRef = useRef(order);
  const mutation = useWorkOrderMutation<Assignment & { undoneVersion?: number }>(id, {
    change: async ({ undoneVersion, ...body }) => {
      previousOrderRef.current = order;
      return savesOffline
        ? saveChange({ kind: body.userId === null ? "unassign" : "assign-to-me", orderId: id, payload: {} })
        : call(assignWorkOrder, { params: { id }, body, version: undoneVersion ?? order.version });
    },
    describe: (assignedOrder, { undoneVersion }) => {
      const previous =
        undoneVersion === undefined
          ? getPreviousAssignment(previousOrderRef.current, assignedOrder)
          : undefined;
      const undo = () => previous && mutation.mutate({ ...previous, undoneVersion: assignedOrder.version });
      return {
        ...describeAssignment(assignedOrder),
        ...(previous !== undefined && { action: { label: "Undo", onPress: undo } }),
      };
    },
  });
  return mutation;
}

function describeAssignment({ assignee, team }: WorkOrder) {
  if (assignee !== null)
    return {
      title: "Work Order Assigned",
      description: `${assignee.fullName} is now assigned to this work order.`,
    };
  return team === null
    ? { title: "Work Order Unassigned", description: "This work order is now unassigned." }
    : {
        title: "Work Order Assigned to Team",
        description: `Anyone on team ${team.name} can take this work order.`,
      };
}
