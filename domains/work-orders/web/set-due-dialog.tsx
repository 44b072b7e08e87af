import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrder } from "../contract.ts";
import { useSetDue } from "./api.ts";
import { DueDialog } from "./due-dialog.tsx";
import { wallTimeOfDue } from "./due-instant.ts";

/** Sets when one order is due. */
export function SetDueDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { mutate, isPending } = useSetDue(order);
  return (
    <DueDialog
      title={`When is ${workOrderNumber(order.id)} due?`}
      begin={wallTimeOfDue(order)}
      isBusy={isPending}
      onSubmit={(due) => mutate(due, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
