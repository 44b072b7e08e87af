import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { assignWorkOrder, type WorkOrderRow } from "../../contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

export function useAssignWorkOrder({ id, version }: Pick<WorkOrderRow, "id" | "version">) {
  const savesOffline = useSavesOffline();
  return useWorkOrderMutation(id, {
    change: async (body: SentBodyOf<typeof assignWorkOrder>) =>
      savesOffline
        ? saveChange({ kind: body.userId === null ? "unassign" : "assign-to-me", orderId: id, payload: {} })
        : call(assignWorkOrder, { params: { id }, body, version }),
    describe: ({ assignee, team }) => {
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
    },
  });
}
