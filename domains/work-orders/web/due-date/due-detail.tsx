import { Suspense, useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder } from "../../contract.ts";
import { DueTime } from "./due-date.tsx";
import { useSetDueDate } from "./mutations.ts";

const SetDueDialog = lazyPart(() =>
  import("./set-due-dialog.tsx").then((module) => ({ default: module.SetDueDialog })),
);

/** The due date, with buttons to set, change, and remove it for users who can. */
export function DueDetail({ order }: { order: WorkOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const remove = useSetDueDate(order);
  const canWrite = useIsServerReachable();
  const number = workOrderNumber(order.id);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {order.dueAt === null ? (
        <span className="text-ink-soft">No due date</span>
      ) : (
        <DueTime order={order} hasLabel />
      )}
      {order.can.setDue && (
        <span className="-mx-2.5 flex">
          <Button
            size="sm"
            variant="link"
            disabled={!canWrite}
            aria-label={order.dueAt === null ? `Set due date for ${number}` : `Change due date for ${number}`}
            onClick={() => setIsDialogOpen(true)}
          >
            {order.dueAt === null ? "Set due date" : "Change"}
          </Button>
          {order.dueAt !== null && (
            <Button
              size="sm"
              variant="ghost"
              disabled={!canWrite}
              aria-label={`Remove due date from ${number}`}
              isBusy={remove.isPending}
              onClick={() => remove.mutate(null)}
            >
              Remove
            </Button>
          )}
        </span>
      )}
      {isDialogOpen && (
        <Suspense>
          <SetDueDialog order={order} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
