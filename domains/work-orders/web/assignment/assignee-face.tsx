import { Face } from "#web/ui/faces/face.tsx";
import type { WorkOrderRow } from "../../contract.ts";

interface AssigneeFaceProps {
  order: Pick<WorkOrderRow, "assignee" | "team" | "clockStartedAt">;
  size: number;
}

/** The assignee's photo or initials, or the team's while no member has claimed the work order. */
export function AssigneeFace({ order: { assignee, team, clockStartedAt }, size }: AssigneeFaceProps) {
  if (assignee === null && team !== null)
    return <Face company={team} size={size} label={`Team ${team.name}`} />;
  return (
    <Face
      person={assignee}
      size={size}
      isOnClock={clockStartedAt !== null}
      label={assignee === null ? "Unassigned" : `Assigned to ${assignee.fullName}`}
    />
  );
}
