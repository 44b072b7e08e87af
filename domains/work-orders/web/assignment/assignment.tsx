import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Face } from "#web/ui/face.tsx";
import type { WorkOrder } from "../../contract.ts";
import { isNextStepAssignment } from "../view/next-step.tsx";
import { AssignMenu } from "./assign-menu.tsx";
import { useAssignWorkOrder } from "./mutations.ts";

/** The assignee. Staff of the property can assign anyone. A technician can release their own work order. */
export function Assignment({ order }: { order: WorkOrder }) {
  const { id } = useUser();
  const { mutate, isPending } = useAssignWorkOrder(order);
  const { assignee, team } = order;
  const canAssign = order.can.assign;
  return (
    <span className="flex min-h-(--control-sm) flex-wrap items-center gap-x-3 gap-y-1">
      {assignee === null ? (
        <span className="text-ink-soft">{team === null ? "Unassigned" : `Team ${team.name}`}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-2">
          <Face person={assignee} size={24} />
          <span>
            {assignee.fullName}
            {team !== null && <span className="text-ink-soft">, team {team.name}</span>}
          </span>
        </span>
      )}
      {canAssign === "any" && !isNextStepAssignment(order) && <AssignMenu order={order} align="start" />}
      {canAssign === "self" && assignee?.id === id && (
        <Button size="sm" isBusy={isPending} onClick={() => mutate({ userId: null })}>
          Release
        </Button>
      )}
    </span>
  );
}
