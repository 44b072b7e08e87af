import { Suspense, useEffect, useState } from "react";
import { getOfflineQueue } from "#domains/work-orders/web/offline-queue/offline-queue.ts";
import { ArrowLeftRight, CircleAlert, CircleCheck, Upload } from "#web/icons.ts";
import { describeClock, phoneClock } from "#web/offline-queue/clock.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import type { QueueState } from "#web/offline-queue/offline-queue.ts";
import { classes } from "#web/ui/classes.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { summarizeQueue } from "./queue-summary.ts";
import { useMyConflicts } from "./use-my-conflicts.ts";

const PendingChangesSheet = lazyPart(() => import("./pending-changes-sheet.tsx"));

/** Changes that are sent within this time aren't shown. */
const showDelayMs = 1_000;
const sentNoticeMs = 6_000;

/** Shows the user's unsent changes and conflicting updates in the top bar. Opens the sheet. */
export default function PendingChangesIndicator() {
  const state = useQueueState();
  const conflictCount = useMyConflicts().length;
  const [isOpen, setIsOpen] = useState(false);
  const summary = useVisibleSummary(state, conflictCount);
  useEffect(() => void getOfflineQueue(), []);
  useClockNotice();
  if (summary === undefined && !isOpen) return null;
  const needsAttention = state.changes.some((change) => change.state === "needs-you");
  const isDone = state.changes.length + conflictCount === 0;
  const Icon = needsAttention
    ? CircleAlert
    : isDone
      ? CircleCheck
      : state.changes.length === 0
        ? ArrowLeftRight
        : Upload;
  return (
    <>
      <p role="status" className="sr-only">
        {state.sending === null ? summary : undefined}
      </p>
      <button
        type="button"
        data-pending-changes=""
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={classes(
          "flex min-h-(--control) shrink-0 items-center gap-1.5 rounded-control px-2 font-medium text-sm hover:bg-hover [&_svg]:size-4.5",
          needsAttention ? "text-red-text" : isDone ? "text-green-text" : "text-amber-text",
        )}
      >
        <Icon aria-hidden="true" />
        {/* A phone has room only for the number. My Day shows the summary. */}
        <span className="max-sm:sr-only">{summary}</span>
        <span aria-hidden="true" className="tabular-nums sm:hidden">
          {formatCount(state, conflictCount)}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <PendingChangesSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function formatCount({ changes, sending }: QueueState, conflictCount: number): string {
  if (sending !== null) return `${sending.position}/${sending.total}`;
  const count = changes.length === 0 ? conflictCount : changes.length;
  return count === 0 ? "" : String(count);
}

/** Returns the summary, or undefined if there's nothing to show. Changes sent right away aren't shown. */
function useVisibleSummary(state: QueueState, conflictCount: number): string | undefined {
  const isEmpty = state.changes.length + conflictCount === 0;
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(!isEmpty), isEmpty ? sentNoticeMs : showDelayMs);
    return () => clearTimeout(timer);
  }, [isEmpty]);
  return isShown ? summarizeQueue(state, conflictCount) : undefined;
}

let lastClockNotice: string | undefined;

/** Notifies the user once if the phone's clock is wrong. The recorded times are corrected. */
function useClockNotice(): void {
  const { changes } = useQueueState();
  useEffect(() => {
    const text = describeClock(phoneClock.offsetMs());
    if (text === lastClockNotice) return;
    lastClockNotice = text;
    if (text !== undefined) toast({ title: text, description: "We'll adjust the times." });
  }, [changes]);
}
