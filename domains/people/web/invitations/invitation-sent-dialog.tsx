import { formatMoment } from "#shared/format/dates.ts";
import { OneTimeSecret } from "#web/ui/overlays/one-time-secret.tsx";

/** The link of an invitation, which the server returns only once. */
export const InvitationLink = ({ link, expiresAt }: { link: string | null; expiresAt: string }) =>
  link === null ? (
    <p className="text-ink-soft">This link has already been shown. Resend the invitation to get a new one.</p>
  ) : (
    <OneTimeSecret
      label="Invitation link"
      value={link}
      hint={`Works once, until ${formatMoment(expiresAt)}. Copy it now; you won't be able to see it again. The recipient will still be asked to confirm their email.`}
      copyLabel="Copy link"
    />
  );
