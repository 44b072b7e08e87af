import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ShownOnce } from "#web/ui/shown-once.tsx";

/** The secret of a webhook, which the server returns only once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    size="sm"
    title="The secret of this webhook"
    description="Please copy it now: it is shown only this once."
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <ShownOnce
      label="Secret"
      value={secret}
      hint="The receiver checks with it that a delivery came from this portal."
    />
  </Dialog>
);
