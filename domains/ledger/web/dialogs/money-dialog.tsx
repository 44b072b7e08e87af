import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";
import { formatMoney } from "./dialog-parts.tsx";
import type { LeaseName } from "./open-dialog.ts";

interface MoneyDialogProps extends Omit<FormDialogProps, "title" | "description" | "submitLabel"> {
  /** Such as `Record Payment`. Starts the title, and labels the button until there is an amount. */
  action: string;
  /** Undefined until the user selects one. */
  lease: LeaseName | undefined;
  /** With `preposition`, the words around the amount on the button: `Record $100.00 for Acme`. */
  verb: string;
  preposition: "for" | "from" | "to";
  amountCents: number | null | undefined;
  description: string;
}

/** A form about money. It names the company, units, and property. Its button names the amount. */
export const MoneyDialog = ({
  action,
  lease,
  verb,
  preposition,
  amountCents,
  description,
  ...dialog
}: MoneyDialogProps) => (
  <FormDialog
    {...dialog}
    title={[action, lease?.company, lease?.units].filter(Boolean).join(", ")}
    description={lease === undefined ? description : `${lease.property}. ${description}`}
    submitLabel={
      lease !== undefined && (amountCents ?? 0) > 0
        ? `${verb} ${formatMoney(amountCents ?? 0)} ${preposition} ${lease.company}`
        : action
    }
  />
);
