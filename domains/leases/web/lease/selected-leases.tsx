import { exportAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { useBulkChange } from "#web/list/use-bulk-change.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { exportLeases, type LeaseRow } from "../../contract.ts";

/** The actions on the selected leases. */
export const SelectedLeases = ({ selection }: { selection: Selection<LeaseRow> }) => (
  <SelectionBar
    noun="leases"
    position="header"
    selection={selection}
    bulkChange={useBulkChange<LeaseRow>()}
    getName={({ company }) => company.name}
    actions={[exportAction(exportLeases, { ids: toIds(selection.rows) }, "the selected leases")]}
  />
);
