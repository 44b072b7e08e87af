import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { sumAmounts } from "#web/ui/forms/amount-cells.ts";
import type { EstimateRow } from "../../estimates-contract.ts";

interface AppliedEstimatesProps {
  rows: readonly EstimateRow[];
  from: string;
}

/** The estimates that were applied from this date already, with their totals before and after. */
export function AppliedEstimates({ rows, from }: AppliedEstimatesProps) {
  const appliedRows = rows.filter(({ applied }) => applied !== null);
  const [latest] = appliedRows
    .flatMap(({ applied }) => (applied === null ? [] : [applied]))
    .sort((a, b) => b.at.localeCompare(a.at));
  if (latest === undefined) return null;
  const leases = countRows(new Set(appliedRows.map(({ leaseId }) => leaseId)).size, ["lease", "leases"]);
  const before = formatAmount(sumAmounts(appliedRows.map(({ currentCents }) => currentCents)));
  const after = formatAmount(sumAmounts(appliedRows.map(({ scheduledCents }) => scheduledCents)));
  return (
    <Banner kind="info" title={`Estimates applied from ${formatCalendarDay(from)}`}>
      <p>{`${leases}, from ${before} to ${after} a month in total. Last applied by ${latest.by ?? "the portal"} on ${formatDay(latest.at)}.`}</p>
      <p>The proposal is compared with these amounts.</p>
    </Banner>
  );
}
