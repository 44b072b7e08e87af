import { formatMomentAfter } from "#shared/format/dates.ts";
import { Timer } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { useMinute } from "#web/use-minute.ts";
import type { WorkOrder } from "../contract.ts";
import { useTimesWithWaiting } from "./unsent/waiting-times.ts";

/** Since when the user is at it; nothing while their time does not run. */
export function RunningNote({ order }: { order: Pick<WorkOrder, "id" | "times"> }) {
  const { id } = useUser();
  const now = useMinute();
  const running = useTimesWithWaiting(order).find(({ user, endedAt }) => user.id === id && endedAt === null);
  if (running === undefined) return null;
  return (
    <span className="font-medium text-green-text">
      <Timer aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
      {`Started ${formatMomentAfter(running.startedAt, now.toISOString())}`}
    </span>
  );
}
