import { useState } from "react";
import { toCents } from "#shared/format/money.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import type { Confirmation } from "../../confirmations-contract.ts";
import { ConfirmManually } from "./confirm-manually.tsx";

interface ReportAgainDialogProps {
  /** The rejected confirmation. */
  confirmation: Confirmation;
  onClose: () => void;
}

/** Reports a rejected payment again, with a corrected amount or new details. */
export function ReportAgainDialog({ confirmation, onClose }: ReportAgainDialogProps) {
  const [amountCents, setAmountCents] = useState<number | null>(confirmation.amountCents);
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      title="Report Payment Again"
      description={`Rejected: ${confirmation.reason}`}
      size="wide"
    >
      <ConfirmManually
        rejected={confirmation}
        amountField={
          <Field
            label="Amount"
            error={amountCents === null ? "Please enter an amount above $0.00" : undefined}
            isRequired
          >
            <MoneyInput value={amountCents} onChange={setAmountCents} />
          </Field>
        }
        details={{
          amountCents: toCents(amountCents ?? 0),
          description: confirmation.description,
          leaseId: confirmation.leaseId,
          unitId: null,
          chargeIds: [],
          coveredCharges: null,
          isCredit: false,
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
