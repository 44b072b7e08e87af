import { formatMoment } from "#shared/format/dates.ts";
import { ShownOnce } from "#web/ui/shown-once.tsx";

/** The link of an invitation, which the server returns only once. */
export const InvitationLink = ({ link, expiresAt }: { link: string | null; expiresAt: string }) =>
  link === null ? (
    <p className="text-ink-soft">
      The link was shown once already. Send the invitation again to get another.
    </p>
  ) : (
    <ShownOnce
      label="Link to pass on"
      value={link}
      hint={`Works once, until ${formatMoment(expiresAt)}. It is shown only now, and an email still asks to confirm the address.`}
      copyLabel="Copy link"
    />
  );
