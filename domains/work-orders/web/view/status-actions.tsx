import { ChevronDown } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import type { WorkOrder } from "../../contract.ts";
import { reopenDays, type Status, statusLabels } from "../../status.ts";
import { useMoveAndSchedule } from "./move-and-schedule.tsx";

/** The status changes that the user can make. Renders nothing if there are none. */
export function StatusActions({ order }: { order: WorkOrder }) {
  const { role } = useUser();
  const { move, isPending, dialog } = useMoveAndSchedule();
  const targetStatuses = order.can.moveTo.filter((status) => status !== order.status);
  if (targetStatuses.length === 0) return null;
  const moveToStatus = (to: Status) => move({ row: order, to });
  // ROLE-18: tenants can cancel an open work order. `ReopenButton` reopens a completed one.
  if (role === "tenant")
    return (
      targetStatuses.includes("cancelled") && (
        <>
          <Button isBusy={isPending} onClick={() => moveToStatus("cancelled")}>
            Cancel this work order
          </Button>
          {dialog}
        </>
      )
    );
  return (
    <>
      <Menu
        label="Change status"
        trigger={(props) => (
          <Button {...props} isBusy={isPending}>
            Change status
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      >
        {targetStatuses.map((status) => (
          <MenuItem key={status} onSelect={() => moveToStatus(status)}>
            {statusLabels[status]}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  );
}

/** ROLE-18: tells tenants what they can do after the work order is completed. */
export function ReopenHint({ order: { can, signatureUrl } }: { order: WorkOrder }) {
  if (useUser().role !== "tenant" || !can.moveTo.includes("open")) return null;
  return (
    <p className="rounded-card bg-sunken px-4 py-3 text-ink-soft">
      {signatureUrl === null ? "Is the problem fixed? Sign off. If not," : "If the problem comes back,"} you
      can reopen the work order within {reopenDays} days of completion.
    </p>
  );
}
