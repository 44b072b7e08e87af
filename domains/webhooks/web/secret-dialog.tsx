import { OneTimeSecretDialog } from "#web/ui/overlays/one-time-secret.tsx";

/** A webhook's signing secret, which the server returns only once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <OneTimeSecretDialog
    title="Webhook Signing Secret"
    label="Secret"
    value={secret}
    hint="Use this secret to verify that deliveries came from this portal."
    onClose={onClose}
  />
);
