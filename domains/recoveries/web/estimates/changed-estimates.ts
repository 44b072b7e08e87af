import type { Cells } from "#web/ui/forms/amount-cells.ts";
import type { EstimateRow } from "../../estimates-contract.ts";

/** Returns the estimates whose amounts differ from the leases' terms. Those are sent to be applied. */
export const findChanged = (rows: readonly EstimateRow[], cells: Cells) =>
  rows.flatMap((row, index) => {
    const monthlyCents = cells[index]?.[0] ?? null;
    return monthlyCents === null || monthlyCents === row.scheduledCents ? [] : [{ ...row, monthlyCents }];
  });

/** Returns the charge that a proposal changes: the applied one if there is one, or else the charge now. */
export const getComparedCents = ({ applied, currentCents, scheduledCents }: EstimateRow): number =>
  applied === null ? currentCents : scheduledCents;

export const countChangedLeases = (rows: readonly EstimateRow[], cells: Cells): number =>
  new Set(findChanged(rows, cells).map(({ leaseId }) => leaseId)).size;
