import { useState } from "react";
import { Download, Send, Trash2 } from "#web/icons.ts";
import { unsentChanges, useOutbox } from "#web/outbox/page-outbox.ts";
import { countOf } from "#web/outbox/unsent-marks.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ownOutbox } from "./own-outbox.ts";
import { saveChanges } from "./save-changes.ts";

interface LeaveDialogProps {
  onLeave: () => void;
  onClose: () => void;
}

/** Somebody signs out while something they did is only on this phone. */
export default function LeaveDialog({ onLeave, onClose }: LeaveDialogProps) {
  const { changes, sending } = useOutbox();
  const isReachable = useIsServerReachable();
  const [isAsking, setIsAsking] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const count = countOf(changes.length);
  const sendNow = async () => {
    const outbox = await ownOutbox();
    outbox.send({ isAsked: true });
    await outbox.idle();
    setWasTried(true);
    if (unsentChanges().changes.length === 0) onLeave();
  };
  const discard = async () => {
    setIsAsking(false);
    const outbox = await ownOutbox();
    await outbox.discard(changes.map(({ id }) => id));
    onLeave();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Sign out with unsent changes?"
      description={
        changes.length === 1
          ? "1 change is only on this phone."
          : `${changes.length} changes are only on this phone.`
      }
      size="sm"
    >
      <div className="flex flex-col gap-2">
        {wasTried && changes.length > 0 && (
          <p role="alert" className="mb-1 text-red-text">
            {`${count} could not be sent.`}
          </p>
        )}
        <Button
          variant="primary"
          size="lg"
          icon={<Send aria-hidden="true" />}
          disabled={!isReachable}
          isBusy={sending !== null}
          busyLabel={`Sending ${sending?.at} of ${sending?.of}`}
          onClick={() => void sendNow()}
        >
          Send now
        </Button>
        <Button size="lg" onClick={onLeave}>
          Keep on this phone
        </Button>
        <p className="mb-1 text-center text-ink-soft text-sm">Sent when you sign in here again.</p>
        <Button
          size="lg"
          icon={<Download aria-hidden="true" />}
          onClick={async () => saveChanges(await ownOutbox(), changes)}
        >
          Save as a file
        </Button>
        <Button
          size="lg"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          Discard
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Discard ${count}?`}
        description="Unsent changes are removed from this phone for good, and you are signed out."
        confirmLabel="Discard and sign out"
        isDestructive
        onConfirm={() => void discard()}
      />
    </Dialog>
  );
}
