import { useState } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { copy } from "#web/copy.ts";
import { Copy, Download, RotateCcw, Send, Trash2 } from "#web/icons.ts";
import type { Change } from "#web/outbox/change.ts";
import { clockText, phoneClock } from "#web/outbox/clock.ts";
import { heldChanges, withDependents } from "#web/outbox/next-change.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { countOf } from "#web/outbox/unsent-marks.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { changeKinds } from "./change-kinds.ts";
import { orderOf, signatureOf, textOf, titleOf } from "./change-texts.ts";
import { ownOutbox } from "./own-outbox.ts";
import { saveChanges, wordsOf } from "./save-changes.ts";
import UnsentPhoto from "./unsent-photo.tsx";
import { wordsFor } from "./unsent-words.ts";

/** What was done on this phone and is not with the server yet, with what may be done about each. */
export default function UnsentSheet({ onClose }: { onClose: () => void }) {
  const state = useOutbox();
  const { changes, sending } = state;
  const isReachable = useIsServerReachable();
  const needsYou = changes.filter((change) => change.state === "needs-you");
  const waiting = changes.filter((change) => change.state === "waiting");
  const held = heldChanges(changes, { kinds: changeKinds });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Unsent changes"
      description={wordsFor(state)}
      size="md"
      footer={
        <>
          {changes.length > 0 && (
            <Button
              icon={<Download aria-hidden="true" />}
              onClick={async () => saveChanges(await ownOutbox(), changes)}
            >
              Save as a file
            </Button>
          )}
          {waiting.length > 0 && (
            <Button
              variant="primary"
              icon={<Send aria-hidden="true" />}
              disabled={!isReachable}
              isBusy={sending !== null}
              busyLabel="Sending..."
              onClick={async () => (await ownOutbox()).send({ isAsked: true })}
            >
              Send now
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <Conditions />
        {changes.length === 0 && (
          <EmptyState title="Nothing is waiting">What you do without a network waits here.</EmptyState>
        )}
        <Changes heading="Needs you" changes={needsYou} held={held} />
        <Changes heading="Waiting" changes={waiting} held={held} />
      </div>
    </Dialog>
  );
}

/** What the user should know about this phone. */
function Conditions() {
  const { isLasting, changes } = useOutbox();
  const isReachable = useIsServerReachable();
  const clock = clockText(phoneClock.offsetMs());
  return (
    <>
      {!isLasting && changes.length > 0 && (
        <Banner kind="warning" title="This browser keeps nothing">
          Please leave the portal open until everything is sent.
        </Banner>
      )}
      {!isReachable && changes.length > 0 && (
        <p className="text-ink-soft">
          Kept on this phone, and sent by itself when the network is back. You may close the portal.
        </p>
      )}
      {clock !== undefined && <p className="text-ink-soft">{clock}. Times are corrected.</p>}
    </>
  );
}

interface ChangesProps {
  heading: string;
  changes: readonly Change[];
  held: ReadonlyMap<string, string>;
}

/** So many are shown; hundreds of photos may wait. */
const shownMax = 50;

function Changes({ heading, changes, held }: ChangesProps) {
  if (changes.length === 0) return null;
  const more = changes.length - shownMax;
  return (
    <section aria-label={heading}>
      <h3 className="mb-2 text-base">{heading}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {changes.slice(0, shownMax).map((change) => (
          <Entry key={change.id} change={change} isHeld={held.has(change.id)} />
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-soft text-sm">And {countOf(more)} after these.</p>}
    </section>
  );
}

function Entry({ change, isHeld }: { change: Change; isHeld: boolean }) {
  const { sending } = useOutbox();
  const text = textOf(change);
  const signature = signatureOf(change);
  const needsYou = change.state === "needs-you";
  const isSending = sending?.id === change.id;
  return (
    <li className="space-y-2 py-3">
      <div className="flex items-start gap-3">
        {(change.kind === "photo" || change.kind === "report") && (
          <span className="size-14 shrink-0 overflow-hidden rounded-control empty:hidden">
            <UnsentPhoto changeId={change.id} alt="" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{titleOf(change)}</span>
            <span className="text-ink-soft">{orderOf(change)}</span>
            <Badge tone={needsYou ? "red" : isSending ? "blue" : "amber"}>
              {needsYou ? "Needs you" : isSending ? "Sending" : "Waiting"}
            </Badge>
          </p>
          <p className="text-ink-faint text-sm tabular-nums">{formatMoment(change.happenedAt)}</p>
          {text !== undefined && (
            <p className="mt-1 line-clamp-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
          )}
          {signature !== undefined && (
            <img
              src={signature}
              alt={titleOf(change)}
              className="mt-1 max-w-40 rounded-control border border-line bg-white"
            />
          )}
          {change.reason !== undefined && <p className="mt-1 text-red-text">{change.reason}</p>}
          {isHeld && <p className="mt-1 text-ink-soft">Waits for an earlier change that needs you.</p>}
        </div>
      </div>
      <Choices change={change} isSending={isSending} />
    </li>
  );
}

function Choices({ change, isSending }: { change: Change; isSending: boolean }) {
  const { changes } = useOutbox();
  const [isAsking, setIsAsking] = useState(false);
  const needsYou = change.state === "needs-you";
  const others = withDependents(changes, change.id).length - 1;
  return (
    <div className="flex flex-wrap gap-2">
      {needsYou && (
        <>
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden="true" />}
            onClick={async () => (await ownOutbox()).tryAgain(change.id)}
          >
            Try again
          </Button>
          {textOf(change) !== undefined && (
            <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy(wordsOf(change))}>
              Copy
            </Button>
          )}
          <Button
            size="sm"
            icon={<Download aria-hidden="true" />}
            onClick={async () => saveChanges(await ownOutbox(), withDependents(changes, change.id))}
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
        onClick={() => setIsAsking(true)}
      >
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard this change?"
        description={
          others > 0
            ? `It is removed from this phone for good, with ${countOf(others)} of the same work order.`
            : "It is removed from this phone for good."
        }
        confirmLabel="Discard"
        isDestructive
        onConfirm={async () => {
          setIsAsking(false);
          await (await ownOutbox()).discard([change.id]);
        }}
      />
    </div>
  );
}
