import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import type { EstimateRow } from "../../estimates-contract.ts";

interface AppliedEstimatesProps {
  rows: readonly EstimateRow[];
  from: string;
}

/** Says that estimates were applied from this date already, and by whom. */
export function AppliedEstimates({ rows, from }: AppliedEstimatesProps) {
  const appliedRows = rows.filter(({ applied }) => applied !== null);
  const [latest] = appliedRows
    .flatMap(({ applied }) => (applied === null ? [] : [applied]))
    .sort((a, b) => b.at.localeCompare(a.at));
  if (latest === undefined) return null;
  const leases = countRows(new Set(appliedRows.map(({ leaseId }) => leaseId)).size, ["lease", "leases"]);
  return (
    <Banner kind="info" title={`Estimates applied from ${formatCalendarDay(from)}`}>
      <p>{`${leases}, last applied by ${latest.by ?? "the portal"} on ${formatDay(latest.at)}.`}</p>
      <p>The proposal is compared with these amounts.</p>
    </Banner>
  );
}
