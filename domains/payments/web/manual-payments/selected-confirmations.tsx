import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { countRows, useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useRefetch } from "#web/refetch.ts";
import { approveConfirmation, type Confirmation, confirmation } from "../../confirmations-contract.ts";

const nouns = ["payment", "payments"] as const;

/** Approves the selected confirmations as they were reported. */
export function SelectedConfirmations({ selection }: { selection: Selection<Confirmation> }) {
  const { rows } = selection;
  const { bulkChange, changeSelected } = useChangeSelected<Confirmation>({
    nouns,
    getCurrent: (error) => getCurrentRecord(confirmation, error),
    refetch: useRefetch(ledgerKeys.amounts),
  });
  const total = formatCents(toCents(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)));
  const approve = {
    label: "Approve",
    question: {
      title: `Approve ${countRows(rows.length, nouns)}, ${total} in total?`,
      description: (
        <>
          They'll be posted to the ledger with the amounts and dates the payers reported, and receipts will be
          emailed.
          <span className="mt-2 block max-h-60 overflow-y-auto">
            {rows.map(({ id, amountFormatted, user, company, property, unit }) => (
              <span key={id} className="block py-0.5 text-sm">
                {`${amountFormatted} from ${user.fullName} for ${company}, ${property.name} ${unit?.unitNumber ?? ""}`.trim()}
              </span>
            ))}
          </span>
        </>
      ),
      confirmLabel: "Approve",
    },
    run: () =>
      changeSelected({
        rows,
        change: ({ id, version }) => call(approveConfirmation, { params: { id }, body: {}, version }),
        title: "Payments Approved",
        describe: (approved) => `${approved} posted to the ledger.`,
      }),
  };
  return (
    <SelectionBar
      noun="payments to review"
      position="header"
      selection={selection}
      bulkChange={bulkChange}
      getName={({ company, amountFormatted }) => `${company}, ${amountFormatted}`}
      actions={rows.every(({ can }) => can.review) ? [approve] : []}
    />
  );
}
