import { formatCents } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { accountEnding } from "../../bank-lines-contract.ts";
import type { useBankFile } from "./use-bank-file.ts";

/** The questions about the account of a file, and the lines of the file that were set aside earlier. */
export function BankFileResults({ bankFile }: { bankFile: ReturnType<typeof useBankFile> }) {
  const { question, setAside, restore, cancel } = bankFile;
  return (
    <>
      {question?.kind === "which-account" && (
        <AccountDialog onClose={cancel} onSubmit={(ending) => bankFile.setAccount(question.file, ending)} />
      )}
      {question?.kind === "other-account" && (
        <ConfirmDialog
          isOpen
          onClose={cancel}
          title="Different Account"
          description={`This file is from the account ending in ${question.file.accountEnding}. Your last bank file was from the account ending in ${question.file.otherAccount}. Add its payments?`}
          confirmLabel="Add Payments"
          onConfirm={() => bankFile.confirmAccount(question.file)}
        />
      )}
      {setAside.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer py-2">{`${setAside.length} set aside`}</summary>
          <ul>
            {setAside.map((line) => (
              <li
                key={line.payment.lineId}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-t"
              >
                <span className="min-w-0 flex-1">
                  {line.payment.text}
                  <span className="block text-ink-soft">{line.reason ?? "Set aside by someone else"}</span>
                </span>
                {line.payment.amountCents !== null && (
                  <span className="tabular-nums">{formatCents(line.payment.amountCents)}</span>
                )}
                {line.reason !== null && (
                  <Button size="sm" variant="link" onClick={() => restore(line)}>
                    Restore
                    <span className="sr-only">{` ${line.payment.text}`}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface AccountDialogProps {
  onSubmit: (ending: string) => void;
  onClose: () => void;
}

/** Asks for the account of a CSV file. Without it, identical lines of two accounts look the same. */
function AccountDialog({ onSubmit, onClose }: AccountDialogProps) {
  const { register, formState, handleSubmit } = useContractForm(accountEnding, { ending: "" });
  return (
    <FormDialog
      title="Bank Account"
      description="This file doesn't say which account it's from."
      submitLabel="Add Payments"
      isBusy={false}
      onClose={onClose}
      onSubmit={handleSubmit(({ ending }) => onSubmit(ending))}
    >
      <Field label="Last four digits of the account" error={formState.errors.ending?.message} isRequired>
        <Input {...register("ending")} inputMode="numeric" maxLength={4} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
