import { useRef } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { Copy } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The link of an invitation, which the server returns only once. */
export function InvitationLink({ link, expiresAt }: { link: string | null; expiresAt: string }) {
  const field = useRef<HTMLInputElement>(null);
  if (link === null)
    return (
      <p className="text-ink-soft">
        The link was shown once already. Send the invitation again to get another.
      </p>
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: "Copied!", description: "Copied to clipboard." });
    } catch {
      // Browsers allow the clipboard on secure pages only; elsewhere the link is selected, to be copied by hand.
      field.current?.select();
    }
  };
  return (
    <div className="space-y-3">
      <Field
        label="Link to pass on"
        hint={`Works once, until ${formatMoment(expiresAt)}. It is shown only now, and an email still asks to confirm the address.`}
      >
        <Input ref={field} readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  );
}
