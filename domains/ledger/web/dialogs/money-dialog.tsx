import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";
import { formatMoney } from "./dialog-parts.tsx";
import type { LeaseName } from "./open-dialog.ts";

interface MoneyDialogProps extends Omit<FormDialogProps, "title" | "submitLabel"> {
  /** `Record Payment`: how the title starts, and the label of the button while there is no amount. */
  action: string;
  lease: LeaseName;
  /** `Record` and `from`: the button names the amount between them, and then the company. */
  verb: string;
  preposition: "for" | "from" | "to";
  amountCents: number | null | undefined;
}

/** A form about money. Its title names the company and the units, and its button the amount. */
export const MoneyDialog = ({
  action,
  lease: { company, units },
  verb,
  preposition,
  amountCents,
  ...dialog
}: MoneyDialogProps) => (
  <FormDialog
    {...dialog}
    title={[action, company, units].filter((part) => part !== "").join(", ")}
    submitLabel={
      (amountCents ?? 0) > 0 ? `${verb} ${formatMoney(amountCents ?? 0)} ${preposition} ${company}` : action
    }
  />
);
