import { formatMoment } from "#shared/format/dates.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import type { Payloads } from "./change-types.ts";

/** The user's new work orders that are only on this phone, newest first. */
export function PendingReports() {
  const { changes } = useQueueState();
  const reports = changes.filter(({ kind }) => kind === "report").reverse();
  if (reports.length === 0) return null;
  return (
    <ul aria-label="Not sent yet" className="mb-4 divide-y divide-line border-line border-y">
      {reports.map(({ id, payload, happenedAt, state, reason }) => {
        const { title = "", location = "" } = payload as Payloads["report"];
        return (
          <li key={id} className="flex min-h-16 items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">{title}</p>
              <p className="truncate text-ink-soft text-sm">
                {state === "needs-you" ? reason : `${location} · ${formatMoment(happenedAt)}`}
              </p>
            </div>
            <Badge tone={state === "needs-you" ? "red" : "amber"}>
              {state === "needs-you" ? "Not sent" : "Not sent yet"}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
