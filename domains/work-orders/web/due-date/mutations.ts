import { formatPlanned } from "#shared/format/dates.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { call } from "#web/api-client.ts";
import { setDueDate, type WorkOrder } from "../../contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";
import { toDueAt } from "./due-at.ts";

/** Sets the due date. Null removes it. */
export const useSetDueDate = ({ id, timeZone, version }: Pick<WorkOrder, "id" | "timeZone" | "version">) =>
  useWorkOrderMutation(id, {
    change: (due: WallTime | null) =>
      call(setDueDate, { params: { id }, body: { dueAt: toDueAt(due, { timeZone }) }, version }),
    describe: (order) =>
      order.dueAt === null
        ? { title: "Due Date Removed", description: "This work order no longer has a due date." }
        : { title: "Due Date Set", description: `Due ${formatPlanned(order.dueAt, order.timeZone)}.` },
  });
