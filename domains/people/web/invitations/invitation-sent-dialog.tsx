import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { OneTimeSecret } from "#web/ui/overlays/one-time-secret.tsx";
import type { invite } from "../../invitation-contract.ts";

export type SentInvitation = ResponseOf<typeof invite>;

interface InvitationSentDialogProps {
  invitation: SentInvitation;
  isResent?: boolean;
  onClose: () => void;
}

/** The link of a new or resent invitation, which the server returns only once. */
export function InvitationSentDialog({ invitation, isResent = false, onClose }: InvitationSentDialogProps) {
  const { email, link, isEmailed, expiresAt } = invitation;
  const delivery = isEmailed
    ? `An email is on its way to ${email}.`
    : `This portal has no email server, so no email was sent. Copy this link and send it to ${email}.`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isEmailed ? `Invitation ${isResent ? "resent" : "sent"}` : "Copy this link"}
      description={isResent ? `${delivery} The previous link no longer works.` : delivery}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {link === null ? (
        <p className="text-ink-soft">
          This link has already been shown. Resend the invitation to get a new one.
        </p>
      ) : (
        <OneTimeSecret
          label="Invitation link"
          value={link}
          hint={`Works once, until ${formatMoment(expiresAt)}. Copy it now. You won't be able to see it again. The recipient will still be asked to confirm their email.`}
          copyLabel="Copy link"
        />
      )}
    </Dialog>
  );
}
