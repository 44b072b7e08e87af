import { formatCents } from "#shared/format/money.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { getAccountEnding, type useBankFile } from "./use-bank-file.ts";

/** The question about a file of another account, and the lines of the file that were set aside earlier. */
export function BankFileResults({ bankFile }: { bankFile: ReturnType<typeof useBankFile> }) {
  const { question, setAside, restore, answer } = bankFile;
  return (
    <>
      <ConfirmDialog
        isOpen={question !== null}
        onClose={() => answer(false)}
        title="Another Account"
        description={
          question !== null &&
          `This file is from the account ending in ${getAccountEnding(question)}. Your last bank file was from the account ending in ${question.otherAccount}. Add its payments?`
        }
        confirmLabel="Add Payments"
        onConfirm={() => answer(true)}
      />
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
                  <span className="block text-ink-soft">{line.reason}</span>
                </span>
                {line.payment.amountCents !== null && (
                  <span className="tabular-nums">{formatCents(line.payment.amountCents)}</span>
                )}
                <Button size="sm" variant="link" onClick={() => restore(line)}>
                  Restore
                  <span className="sr-only">{` ${line.payment.text}`}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
