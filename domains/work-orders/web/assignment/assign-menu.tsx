import { useQuery } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { UserRound, Users } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import type { assignWorkOrder, WorkOrderRow } from "../../contract.ts";
import { assigneesQuery, teamsQuery } from "../queries.ts";
import { useAssignWorkOrder } from "./mutations.ts";

interface AssignMenuProps {
  order: Pick<WorkOrderRow, "id" | "assignee" | "team" | "version">;
  /** The work order's title, for screen readers when several menus are on the page. */
  title?: string;
  align?: "start" | "end";
  buttonStyle?: { variant?: "primary" | undefined; size: "sm" | "md" };
}

/** Assigns the work order to a team or to any staff member of the property. */
export function AssignMenu({ order, title, align, buttonStyle = { size: "sm" } }: AssignMenuProps) {
  const { mutate, isPending } = useAssignWorkOrder(order);
  return (
    <Menu
      label="Assign to"
      align={align}
      trigger={(props) => (
        <Button {...props} {...buttonStyle} isBusy={isPending}>
          {order.assignee === null && order.team === null ? "Assign" : "Reassign"}
          {title !== undefined && <span className="sr-only">{` ${title}`}</span>}
        </Button>
      )}
    >
      <AssigneeItems order={order} onAssign={mutate} />
    </Menu>
  );
}

interface AssigneeItemsProps {
  order: AssignMenuProps["order"];
  onAssign: (assignment: SentBodyOf<typeof assignWorkOrder>) => void;
}

function AssigneeItems({ order, onAssign }: AssigneeItemsProps) {
  const staff = useQuery(assigneesQuery(order.id));
  const teams = useQuery(teamsQuery(order.id));
  const otherStaff = staff.data?.filter(({ id }) => id !== order.assignee?.id) ?? [];
  const otherTeams = teams.data?.filter(({ id }) => order.assignee !== null || id !== order.team?.id) ?? [];
  return (
    <>
      <div className="max-h-80 overflow-y-auto">
        {otherTeams.length > 0 && <MenuHeading>Teams</MenuHeading>}
        {otherTeams.map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={<Users aria-hidden="true" />}
            onSelect={() => onAssign({ userId: null, teamId: id })}
          >
            {name}
          </MenuItem>
        ))}
        <MenuHeading>{getHeading(staff.status, otherStaff.length)}</MenuHeading>
        {otherStaff.map(({ id, fullName }) => (
          <MenuItem
            key={id}
            icon={<UserRound aria-hidden="true" />}
            onSelect={() => onAssign({ userId: id })}
          >
            {fullName}
          </MenuItem>
        ))}
      </div>
      {(order.assignee !== null || order.team !== null) && (
        <>
          <MenuSeparator />
          {order.assignee !== null && order.team !== null && (
            <MenuItem onSelect={() => onAssign({ userId: null })}>Return to team {order.team.name}</MenuItem>
          )}
          <MenuItem onSelect={() => onAssign({ userId: null, teamId: null })}>Unassign</MenuItem>
        </>
      )}
    </>
  );
}

function getHeading(status: "pending" | "error" | "success", count: number): string {
  if (status === "pending") return "Loading staff...";
  if (status === "error") return "Couldn't load the staff list.";
  return count === 0 ? "No one else works at this property." : "Maintenance staff at this property";
}
