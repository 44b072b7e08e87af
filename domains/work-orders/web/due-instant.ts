import { instantOf, type WallTime, wallTimeAt } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "../contract.ts";

/** A due time on the clocks of the order's building, as the order keeps it. */
export const dueAtOf = (due: WallTime | null, { timeZone }: Pick<WorkOrderRow, "timeZone">): string | null =>
  due === null ? null : instantOf(due, timeZone).toISOString();

export const wallTimeOfDue = ({
  dueAt,
  timeZone,
}: Pick<WorkOrderRow, "dueAt" | "timeZone">): WallTime | undefined =>
  dueAt === null ? undefined : wallTimeAt(dueAt, timeZone);
