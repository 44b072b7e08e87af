import { useRef } from "react";
import { Copy } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface OneTimeSecretProps {
  label: string;
  value: string;
  hint: string;
  copyLabel?: string;
}

/** A secret that the server returns only once, with a button to copy it. */
export function OneTimeSecret({ label, value, hint, copyLabel = "Copy" }: OneTimeSecretProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: "Copied!", description: "Copied to clipboard." });
    } catch {
      // Browsers allow the clipboard only on secure pages. Elsewhere this selects the text for copying
      // manually.
      field.current?.select();
    }
  };
  return (
    <div className="space-y-3">
      <Field label={label} hint={hint}>
        <Input ref={field} readOnly value={value} onFocus={(event) => event.target.select()} />
      </Field>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        {copyLabel}
      </Button>
    </div>
  );
}

/** A one-time secret in its own dialog. */
export const OneTimeSecretDialog = ({
  title,
  onClose,
  ...secret
}: OneTimeSecretProps & { title: string; onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={title}
    description="Copy it now. You won't be able to see it again."
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <OneTimeSecret {...secret} />
  </Dialog>
);
