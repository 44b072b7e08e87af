import { useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ChevronDown } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import type { WorkOrder } from "../../contract.ts";
import { reopenDays, type Status, statusLabels } from "../../status.ts";
import { useMoveAndSchedule } from "./move-and-schedule.tsx";

/** The status changes that the user can make. Renders nothing if there are none. */
export function StatusActions({ order }: { order: WorkOrder }) {
  const { role } = useUser();
  const { move: moveOrder, isPending, dialog } = useMoveAndSchedule();
  const targetStatuses = order.can.moveTo.filter((status) => status !== order.status);
  if (targetStatuses.length === 0) return null;
  const moveToStatus = (to: Status) => moveOrder({ row: order, to });
  if (role === "tenant")
    return (
      <TenantStatusActions
        order={order}
        targetStatuses={targetStatuses}
        onMove={moveToStatus}
        isPending={isPending}
      />
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

interface TenantStatusActionsProps {
  order: WorkOrder;
  targetStatuses: Status[];
  onMove: (to: Status) => void;
  isPending: boolean;
}

/** ROLE-18: what a tenant can do after the work order was completed. */
export function ReopenHint({ order: { can } }: { order: WorkOrder }) {
  if (useUser().role !== "tenant" || !can.moveTo.includes("open")) return null;
  return (
    <p className="rounded-card bg-sunken px-4 py-3 text-ink-soft">
      Is it fixed? Sign off. If not, you can reopen it within {reopenDays} days of completion.
    </p>
  );
}

/** ROLE-18: tenants can cancel an open work order. */
function TenantStatusActions({ order, targetStatuses, onMove, isPending }: TenantStatusActionsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!targetStatuses.includes("cancelled")) return null;
  return (
    <>
      <Button isBusy={isPending} onClick={() => setIsConfirming(true)}>
        Cancel this work order
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Cancel this work order?"
        description={`${workOrderNumber(order.id)} will be cancelled. You can report the problem again at any time.`}
        confirmLabel="Cancel work order"
        onConfirm={() => {
          setIsConfirming(false);
          onMove("cancelled");
        }}
      />
    </>
  );
}
