import { useState } from "react";
import { getOfflineQueue } from "#domains/work-orders/web/offline-queue/offline-queue.ts";
import { Download, Send, Trash2 } from "#web/icons.ts";
import { currentQueueState, useQueueState } from "#web/offline-queue/current-queue.ts";
import { formatChangeCount } from "#web/offline-queue/pending-counts.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { exportChanges } from "./export-changes.ts";
import { useFindTimeZone } from "./saved-work-order.ts";

interface SignOutDialogProps {
  onSignOut: () => void;
  onClose: () => void;
}

/** Shown when a user with unsent changes signs out. */
export default function SignOutDialog({ onSignOut, onClose }: SignOutDialogProps) {
  const { changes, sending } = useQueueState();
  const isReachable = useIsServerReachable();
  const findTimeZone = useFindTimeZone();
  const [isConfirming, setIsConfirming] = useState(false);
  const [hasTriedSending, setHasTriedSending] = useState(false);
  const changeCountText = formatChangeCount(changes.length);
  const sendNow = async () => {
    const queue = await getOfflineQueue();
    queue.send({ isUserRequest: true });
    await queue.waitUntilIdle();
    setHasTriedSending(true);
    if (currentQueueState().changes.length === 0) onSignOut();
  };
  const discardAndSignOut = async () => {
    setIsConfirming(false);
    const queue = await getOfflineQueue();
    await queue.discard(changes.map(({ id }) => id));
    onSignOut();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Sign out with unsent changes?"
      description={
        changes.length === 1
          ? "1 change hasn't been sent from this phone."
          : `${changes.length} changes haven't been sent from this phone.`
      }
    >
      <div className="flex flex-col gap-2">
        {hasTriedSending && changes.length > 0 && (
          <p role="alert" className="mb-1 text-red-text">
            {`${changeCountText} couldn't be sent.`}
          </p>
        )}
        <Button
          variant="primary"
          size="lg"
          icon={<Send aria-hidden="true" />}
          disabled={!isReachable}
          isBusy={sending !== null}
          busyLabel={`Sending ${sending?.position} of ${sending?.total}`}
          onClick={() => void sendNow()}
        >
          Send now
        </Button>
        <Button size="lg" onClick={onSignOut}>
          Keep on phone
        </Button>
        <p className="mb-1 text-center text-ink-soft text-sm">
          Unsent changes will be sent when you sign in here again.
        </p>
        <Button
          size="lg"
          icon={<Download aria-hidden="true" />}
          onClick={async () => exportChanges(await getOfflineQueue(), changes, findTimeZone)}
        >
          Save as a file
        </Button>
        <Button
          size="lg"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => setIsConfirming(true)}
        >
          Discard
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Discard ${changeCountText}?`}
        description="Unsent changes will be permanently deleted from this phone and you'll be signed out."
        confirmLabel="Discard and sign out"
        isDestructive
        onConfirm={() => void discardAndSignOut()}
      />
    </Dialog>
  );
}
