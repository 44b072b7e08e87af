import { call } from "#web/api-client.ts";
import { exportAction, type SelectionAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { localToday } from "#web/local-today.ts";
import { useRefetch } from "#web/refetch.ts";
import { type BillRow, editBill, exportBills } from "../../contract.ts";
import { expenseKeys } from "../query-keys.ts";

/** The actions on the selected bills. */
export function SelectedBills({ selection }: { selection: Selection<BillRow> }) {
  const { rows } = selection;
  const { bulkChange, changeSelected } = useChangeSelected<BillRow>({
    nouns: ["bill", "bills"],
    getCurrent: () => undefined,
    refetch: useRefetch(expenseKeys.all),
  });
  const setPaidOn = ({ id }: BillRow, version: number, paidOn: string | null) =>
    call(editBill, { params: { id }, body: { paidOn }, version });
  const markAsPaid: SelectionAction = {
    label: "Mark as Paid",
    run: () =>
      changeSelected({
        rows,
        change: (bill) => setPaidOn(bill, bill.version, localToday()),
        title: "Bills Paid",
        describe: (count) => `${count} marked as paid today.`,
        getUndo: (bill, changed) => () => setPaidOn(bill, changed.version, null),
      }),
  };
  return (
    <SelectionBar
      noun="bills"
      position="header"
      selection={selection}
      bulkChange={bulkChange}
      getName={({ vendor, number }) => `${vendor.name} ${number}`.trim()}
      actions={[
        ...(rows.every(({ state }) => state === "unpaid") ? [markAsPaid] : []),
        exportAction(exportBills, { ids: toIds(rows) }, "the selected bills"),
      ]}
    />
  );
}
