import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrder } from "../../contract.ts";
import { toDueWallTime } from "./due-at.ts";
import { DueDialog } from "./due-dialog.tsx";
import { useSetDueDate } from "./mutations.ts";

/** Sets the due date of one work order. */
export function SetDueDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { mutate, isPending } = useSetDueDate(order);
  return (
    <DueDialog
      title={`When is ${workOrderNumber(order.id)} due?`}
      initialValue={toDueWallTime(order)}
      isBusy={isPending}
      onSubmit={(due) => mutate(due, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
