import { Suspense, useState } from "react";
import { Link } from "wouter";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { ConflictText } from "#domains/work-orders/web/conflicts/conflict-text.tsx";
import {
  getChangeDetails,
  getChangeTitle,
  getSignatureImage,
  nameChangedWorkOrder,
} from "#domains/work-orders/web/offline-queue/change-texts.ts";
import { changeKinds } from "#domains/work-orders/web/offline-queue/change-types.ts";
import { getOfflineQueue } from "#domains/work-orders/web/offline-queue/offline-queue.ts";
import PendingPhoto from "#domains/work-orders/web/offline-queue/pending-photo.tsx";
import type { OpenConflict } from "#domains/work-orders/work-contract.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { copyToClipboard } from "#web/copy-to-clipboard.ts";
import { Copy, Download, Pencil, RotateCcw, Send, Trash2 } from "#web/icons.ts";
import type { Change } from "#web/offline-queue/change.ts";
import { describeClock, phoneClock } from "#web/offline-queue/clock.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { formatChangeCount } from "#web/offline-queue/pending-counts.ts";
import { findBlockedChanges, withDependents } from "#web/offline-queue/ready-changes.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { exportChanges, formatChange } from "./export-changes.ts";
import { summarizeQueue } from "./queue-summary.ts";
import { useFindSavedWorkOrder, useFindTimeZone } from "./saved-work-order.ts";
import { useMyConflicts } from "./use-my-conflicts.ts";

const ChangeTimesDialog = lazyPart(() =>
  import("#domains/work-orders/web/time-log/time-entry-dialog.tsx").then((module) => ({
    default: module.ChangePendingTimesDialog,
  })),
);

/** The changes on this phone that haven't been sent, with actions for each, and links to conflicts. */
export default function PendingChangesSheet({ onClose }: { onClose: () => void }) {
  const state = useQueueState();
  const { changes, sending } = state;
  const conflicts = useMyConflicts();
  const isReachable = useIsServerReachable();
  const findTimeZone = useFindTimeZone();
  const changesNeedingAttention = changes.filter((change) => change.state === "needs-you");
  const waitingChanges = changes.filter((change) => change.state === "waiting");
  const blockedChanges = findBlockedChanges(changes, { kinds: changeKinds });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Unsent changes"
      description={summarizeQueue(state, conflicts.length)}
      footer={
        <>
          {changes.length > 0 && (
            <Button
              icon={<Download aria-hidden="true" />}
              onClick={async () => exportChanges(await getOfflineQueue(), changes, findTimeZone)}
            >
              Save as a file
            </Button>
          )}
          {waitingChanges.length > 0 && (
            <Button
              variant="primary"
              icon={<Send aria-hidden="true" />}
              disabled={!isReachable}
              isBusy={sending !== null}
              busyLabel="Sending..."
              onClick={async () => (await getOfflineQueue()).send({ isUserRequest: true })}
            >
              Send now
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <PhoneNotices />
        <ConflictList conflicts={conflicts} onClose={onClose} />
        {changes.length + conflicts.length === 0 && (
          <EmptyState title={state.wasDiscarded ? "No unsent changes" : "All changes sent"}>
            Changes you make offline appear here until they're sent.
          </EmptyState>
        )}
        <ChangeList heading="Needs you" changes={changesNeedingAttention} blockedChanges={blockedChanges} />
        <ChangeList heading="Waiting" changes={waitingChanges} blockedChanges={blockedChanges} />
      </div>
    </Dialog>
  );
}

/** The sent updates that conflict with someone else's. Each link leads to the choice on its work order. */
function ConflictList({ conflicts, onClose }: { conflicts: readonly OpenConflict[]; onClose: () => void }) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-label="Conflicting updates">
      <h3 className="mb-2 text-base">Conflicting updates</h3>
      <ul className="divide-y divide-line border-line border-y">
        {conflicts.map(({ order, ...conflict }) => (
          <li key={conflict.id} className="py-3">
            <Link
              href={workOrderPath(order.id)}
              onClick={onClose}
              className="thumb wrap-anywhere rounded-sm font-medium text-accent-text hover:underline"
            >
              {workOrderNumber(order.id)} {order.title}
            </Link>
            <ConflictText conflict={conflict} author="You" timeZone={order.timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PhoneNotices() {
  const { isPersistent, changes } = useQueueState();
  const isReachable = useIsServerReachable();
  const clockWarning = describeClock(phoneClock.offsetMs());
  return (
    <>
      {!isPersistent && changes.length > 0 && (
        <Banner kind="warning" title="This browser can't store unsent changes">
          Keep the portal open until everything is sent.
        </Banner>
      )}
      {!isReachable && changes.length > 0 && (
        <p className="text-ink-soft">
          Saved on this phone and sent automatically when you're back online. You can close the portal.
        </p>
      )}
      {clockWarning !== undefined && <p className="text-ink-soft">{clockWarning}. We'll adjust the times.</p>}
    </>
  );
}

interface ChangesProps {
  heading: string;
  changes: readonly Change[];
  blockedChanges: ReadonlyMap<string, string>;
}

/** Limits the rows that are rendered, because there can be hundreds of photos. */
const maxVisibleChanges = 50;

function ChangeList({ heading, changes, blockedChanges }: ChangesProps) {
  if (changes.length === 0) return null;
  const hiddenCount = changes.length - maxVisibleChanges;
  return (
    <section aria-label={heading}>
      <h3 className="mb-2 text-base">{heading}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {changes.slice(0, maxVisibleChanges).map((change) => (
          <ChangeRow key={change.id} change={change} isBlocked={blockedChanges.has(change.id)} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className="mt-2 text-ink-soft text-sm">Plus {hiddenCount} more.</p>}
    </section>
  );
}

function ChangeRow({ change, isBlocked }: { change: Change; isBlocked: boolean }) {
  const { sending } = useQueueState();
  const order = useFindSavedWorkOrder()(change);
  const text = getChangeDetails(change, order?.timeZone);
  const signature = getSignatureImage(change);
  const needsYou = change.state === "needs-you";
  const isSending = sending?.id === change.id;
  return (
    <li className="space-y-2 py-3">
      <div className="flex items-start gap-3">
        {(change.kind === "photo" || change.kind === "report") && (
          <span className="size-14 shrink-0 overflow-hidden rounded-control empty:hidden">
            <PendingPhoto changeId={change.id} alt="" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{getChangeTitle(change)}</span>
            <span className="text-ink-soft wrap-anywhere">
              {[nameChangedWorkOrder(change), order?.title].filter(Boolean).join(" ")}
            </span>
            <Badge tone={needsYou ? "red" : isSending ? "blue" : "amber"}>
              {needsYou ? "Needs you" : isSending ? "Sending" : "Waiting"}
            </Badge>
          </p>
          <p className="text-ink-faint text-sm tabular-nums">
            {formatMomentThere(change.happenedAt, order?.timeZone)}
          </p>
          {text !== undefined && (
            <p className="mt-1 line-clamp-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
          )}
          {signature !== undefined && (
            <img
              src={signature}
              alt={getChangeTitle(change)}
              className="mt-1 max-w-40 rounded-control border border-line bg-white"
            />
          )}
          {change.reason !== undefined && <p className="mt-1 text-red-text">{change.reason}</p>}
          {isBlocked && (
            <p className="mt-1 text-ink-soft">Waiting on an earlier change that needs your attention.</p>
          )}
        </div>
      </div>
      <ChangeActions change={change} isSending={isSending} />
    </li>
  );
}

function ChangeActions({ change, isSending }: { change: Change; isSending: boolean }) {
  const { changes } = useQueueState();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isChangingTimes, setIsChangingTimes] = useState(false);
  const needsYou = change.state === "needs-you";
  const findTimeZone = useFindTimeZone();
  const timeZone = findTimeZone(change);
  const dependentCount = withDependents(changes, change.id).length - 1;
  return (
    <div className="flex flex-wrap gap-2">
      {needsYou && (
        <>
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden="true" />}
            onClick={async () => (await getOfflineQueue()).tryAgain(change.id)}
          >
            Try again
          </Button>
          {change.kind === "time" && (
            <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={() => setIsChangingTimes(true)}>
              Change times
            </Button>
          )}
          {getChangeDetails(change, timeZone) !== undefined && (
            <Button
              size="sm"
              icon={<Copy aria-hidden="true" />}
              onClick={() => void copyToClipboard(formatChange(change, timeZone))}
            >
              Copy
            </Button>
          )}
          <Button
            size="sm"
            icon={<Download aria-hidden="true" />}
            onClick={async () =>
              exportChanges(await getOfflineQueue(), withDependents(changes, change.id), findTimeZone)
            }
          >
            Save
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 aria-hidden="true" />}
        disabled={isSending}
        onClick={() => setIsConfirming(true)}
      >
        Discard
      </Button>
      {isChangingTimes && (
        <Suspense>
          <ChangeTimesDialog change={change} onClose={() => setIsChangingTimes(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Discard this change?"
        description={
          dependentCount > 0
            ? `It will be permanently deleted from this phone, along with ${formatChangeCount(dependentCount)} for the same work order.`
            : "It will be permanently deleted from this phone."
        }
        confirmLabel="Discard"
        isDestructive
        onConfirm={async () => {
          setIsConfirming(false);
          await (await getOfflineQueue()).discard([change.id]);
        }}
      />
    </div>
  );
}
