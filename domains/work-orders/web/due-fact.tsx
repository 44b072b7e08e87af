import { Suspense, useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrder } from "../contract.ts";
import { useSetDue } from "./api.ts";
import { DueTime } from "./due-time.tsx";

const SetDueDialog = lazyPart(() =>
  import("./set-due-dialog.tsx").then((module) => ({ default: module.SetDueDialog })),
);

/** When the order is due, and for those who may the buttons to set, change and remove that. */
export function DueFact({ order }: { order: WorkOrder }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useSetDue(order);
  const canWrite = useIsServerReachable();
  const number = workOrderNumber(order.id);
  return (
    <span className="flex min-h-(--control-sm) flex-wrap items-center gap-x-3 gap-y-1">
      {order.dueAt === null ? <span className="text-ink-soft">No due time</span> : <DueTime order={order} />}
      {order.may.setDue && (
        <span className="flex gap-2">
          <Button
            size="sm"
            disabled={!canWrite}
            aria-label={`${order.dueAt === null ? "Set" : "Change"} due time of ${number}`}
            onClick={() => setIsAsking(true)}
          >
            {order.dueAt === null ? "Set due time" : "Change"}
          </Button>
          {order.dueAt !== null && (
            <Button
              size="sm"
              variant="ghost"
              disabled={!canWrite}
              aria-label={`Remove due time of ${number}`}
              isBusy={remove.isPending}
              onClick={() => remove.mutate(null)}
            >
              Remove
            </Button>
          )}
        </span>
      )}
      {isAsking && (
        <Suspense>
          <SetDueDialog order={order} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </span>
  );
}
