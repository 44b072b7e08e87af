import { Suspense, useState } from "react";
import { ChevronRight, CircleAlert, Upload } from "#web/icons.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { summarizeQueue } from "./queue-summary.ts";
import { useMyConflicts } from "./use-my-conflicts.ts";

const PendingChangesSheet = lazyPart(() => import("./pending-changes-sheet.tsx"));

/** Summarizes unsent changes in one line that opens the sheet. Renders nothing if there are none. */
export function PendingChangesLine() {
  const state = useQueueState();
  const conflicts = useMyConflicts();
  const [isOpen, setIsOpen] = useState(false);
  const needsAttention = state.changes.some((change) => change.state === "needs-you");
  if (state.changes.length === 0 && !isOpen) return null;
  const Icon = needsAttention ? CircleAlert : Upload;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`mb-4 flex min-h-11 w-full items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-2 text-left font-medium hover:bg-hover lg:max-w-2xl ${needsAttention ? "text-red-text" : "text-amber-text"}`}
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="flex-1">{summarizeQueue(state, conflicts.length)}</span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </button>
      {isOpen && (
        <Suspense>
          <PendingChangesSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
