import { useQuery } from "@tanstack/react-query";
import { UserRound } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import type { WorkOrderRow } from "../contract.ts";
import { useAssignOrder } from "./api.ts";
import { assigneesQuery } from "./queries.ts";

interface AssignMenuProps {
  order: Pick<WorkOrderRow, "id" | "assignee">;
  /** The title of the order, for screen readers, where there are several. */
  title?: string;
  align?: "start" | "end";
  look?: { variant?: "primary"; size: "sm" | "md" };
}

/** Assigns the order to any of the building's staff, for those who may. */
export function AssignMenu({ order, title, align, look = { size: "sm" } }: AssignMenuProps) {
  const { mutate, isPending } = useAssignOrder(order.id);
  return (
    <Menu
      label="Assign to"
      align={align}
      trigger={(props) => (
        <Button {...props} {...look} isBusy={isPending}>
          {order.assignee === null ? "Assign" : "Assign to another"}
          {title !== undefined && <span className="sr-only">{` ${title}`}</span>}
        </Button>
      )}
    >
      <Staff order={order} assign={mutate} />
    </Menu>
  );
}

interface StaffProps {
  order: AssignMenuProps["order"];
  assign: (userId: number | null) => void;
}

function Staff({ order, assign }: StaffProps) {
  const staff = useQuery(assigneesQuery(order.id));
  const others = staff.data?.filter(({ id }) => id !== order.assignee?.id) ?? [];
  return (
    <>
      <MenuHeading>{headingFor(staff.status, others.length)}</MenuHeading>
      <div className="max-h-72 overflow-y-auto">
        {others.map(({ id, fullName }) => (
          <MenuItem key={id} icon={<UserRound aria-hidden="true" />} onSelect={() => assign(id)}>
            {fullName}
          </MenuItem>
        ))}
      </div>
      {order.assignee !== null && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => assign(null)}>Take the assignment back</MenuItem>
        </>
      )}
    </>
  );
}

function headingFor(status: "pending" | "error" | "success", count: number): string {
  if (status === "pending") return "Loading the staff of this building…";
  if (status === "error") return "The staff of this building could not be loaded.";
  return count === 0 ? "Nobody else works in this building." : "Maintenance staff of this building";
}
