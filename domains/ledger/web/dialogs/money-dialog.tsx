import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";
import { formatMoney } from "./dialog-parts.tsx";
import type { LeaseName } from "./open-dialog.ts";

interface MoneyDialogProps extends Omit<FormDialogProps, "title" | "description" | "submitLabel"> {
  /** `Record Payment`: how the title starts, and the label of the button while there is no amount. */
  action: string;
  /** Undefined until the user selects one. */
  lease: LeaseName | undefined;
  /** `Record` and `for`: the button names the amount between them, and then the company. */
  verb: string;
  preposition: "for" | "from" | "to";
  amountCents: number | null | undefined;
  description: string;
}

/** A form about money. It names the company, the units, and the property, and its button the amount. */
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
