import { formatMomentAfter } from "#shared/format/dates.ts";
import { Timer } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { useMinute } from "#web/use-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { useTimesWithPendingChanges } from "../offline-queue/pending-times.ts";

/** When the user's timer started. Renders nothing if it isn't running. */
export function TimerNote({ order }: { order: Pick<WorkOrder, "id" | "times"> }) {
  const { id } = useUser();
  const now = useMinute();
  const running = useTimesWithPendingChanges(order).find(
    ({ user, endedAt }) => user.id === id && endedAt === null,
  );
  if (running === undefined) return null;
  return (
    <span className="font-medium text-green-text">
      <Timer aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
      {`Started ${formatMomentAfter(running.startedAt, now.toISOString())}`}
    </span>
  );
}
