import { toInstant, toWallTime, type WallTime } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "../../contract.ts";

/** Converts a due date in the property's time zone to the stored instant. */
export const toDueAt = (due: WallTime | null, { timeZone }: Pick<WorkOrderRow, "timeZone">): string | null =>
  due === null ? null : toInstant(due, timeZone).toISOString();

export const toDueWallTime = ({
  dueAt,
  timeZone,
}: Pick<WorkOrderRow, "dueAt" | "timeZone">): WallTime | undefined =>
  dueAt === null ? undefined : toWallTime(dueAt, timeZone);
