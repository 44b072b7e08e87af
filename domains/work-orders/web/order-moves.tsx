import { useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ChevronDown } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import type { WorkOrder } from "../contract.ts";
import { reopenDays, type Status, statusLabels } from "../status.ts";
import { useMoveAndSchedule } from "./move-and-schedule.tsx";

/** The status changes the user may make, as the order lists them; renders nothing when there are none. */
export function OrderMoves({ order }: { order: WorkOrder }) {
  const { role } = useUser();
  const { move: moveOrder, isPending, dialog } = useMoveAndSchedule();
  const targets = order.may.moveTo.filter((status) => status !== order.status);
  if (targets.length === 0) return null;
  const move = (to: Status) => moveOrder({ row: order, to });
  if (role === "tenant")
    return <TenantMoves order={order} targets={targets} move={move} isPending={isPending} />;
  return (
    <>
      <Menu
        label="Change the status"
        align="start"
        trigger={(props) => (
          <Button {...props} isBusy={isPending} className="self-start">
            Change status
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      >
        {targets.map((status) => (
          <MenuItem key={status} onSelect={() => move(status)}>
            {statusLabels[status]}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  );
}

interface TenantMovesProps {
  order: WorkOrder;
  targets: Status[];
  move: (to: Status) => void;
  isPending: boolean;
}

/** ROLE-18: a tenant may cancel an open order, and reopen one that was not fixed. */
function TenantMoves({ order, targets, move, isPending }: TenantMovesProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (targets.includes("open"))
    return (
      <p className="rounded-card bg-sunken px-4 py-3 text-ink-soft">
        Is it fixed? Sign it off. If not, you can reopen it within {reopenDays} days of its completion.
      </p>
    );
  if (!targets.includes("cancelled")) return null;
  return (
    <>
      <Button isBusy={isPending} className="self-start" onClick={() => setIsAsking(true)}>
        Cancel this work order
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Cancel this work order?"
        description={`${workOrderNumber(order.id)} will not be worked on. You can report the fault again at any time.`}
        confirmLabel="Yes, cancel it"
        onConfirm={() => {
          setIsAsking(false);
          move("cancelled");
        }}
      />
    </>
  );
}
