import { useQuery } from "@tanstack/react-query";
import { UserRound } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import type { WorkOrder, WorkOrderRow } from "../contract.ts";
import { useAssignOrder } from "./api.ts";
import { assigneesQuery } from "./queries.ts";

/** The assignee. The building's staff may assign anybody; a technician may only assign themselves. */
export function Assignment({ order }: { order: WorkOrder }) {
  const { id } = useUser();
  const { mutate, isPending } = useAssignOrder(order.id);
  const { assignee } = order;
  const mayAssign = order.may.assign;
  return (
    <span className="flex min-h-(--control-sm) flex-wrap items-center gap-x-3 gap-y-1">
      {assignee === null ? (
        <span className="text-ink-soft">Unassigned</span>
      ) : (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={assignee.fullName} size="sm" />
          {assignee.fullName}
        </span>
      )}
      {mayAssign === "any" && <AssignMenu order={order} align="start" />}
      {mayAssign === "self" && assignee === null && (
        <Button size="sm" isBusy={isPending} onClick={() => mutate(id)}>
          Take it
        </Button>
      )}
      {mayAssign === "self" && assignee?.id === id && (
        <Button size="sm" isBusy={isPending} onClick={() => mutate(null)}>
          Release
        </Button>
      )}
    </span>
  );
}

interface AssignMenuProps {
  order: Pick<WorkOrderRow, "id" | "assignee">;
  /** The title of the order, for screen readers, where there are several. */
  title?: string;
  align?: "start" | "end";
}

/** Assigns the order to any of the building's staff, for those who may. */
export function AssignMenu({ order, title, align }: AssignMenuProps) {
  const { mutate, isPending } = useAssignOrder(order.id);
  return (
    <Menu
      label="Assign to"
      align={align}
      trigger={(props) => (
        <Button {...props} size="sm" isBusy={isPending}>
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
