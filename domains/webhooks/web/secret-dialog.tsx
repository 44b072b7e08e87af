import { ShownOnceDialog } from "#web/ui/shown-once.tsx";

/** The secret of a webhook, which the server returns only once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnceDialog
    title="The secret of this webhook"
    label="Secret"
    value={secret}
    hint="The receiver checks with it that a delivery came from this portal."
    onClose={onClose}
  />
);
