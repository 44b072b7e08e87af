import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import type { Estimates } from "../../estimates-contract.ts";

interface AppliedEstimatesProps {
  applied: NonNullable<Estimates["applied"]>;
  from: string;
}

/** The estimates that were applied from this date already, with their totals before and after. */
export function AppliedEstimates({ applied, from }: AppliedEstimatesProps) {
  const leases = countRows(applied.leases, ["lease", "leases"]);
  const before = formatAmount(applied.beforeCents);
  const after = formatAmount(applied.afterCents);
  return (
    <Banner kind="info" title={`Estimates applied from ${formatCalendarDay(from)}`}>
      <p>{`${leases}, from ${before} to ${after} a month in total. Last applied by ${applied.by ?? "the portal"} on ${formatDay(applied.at)}.`}</p>
      <p>The proposal is compared with these amounts.</p>
    </Banner>
  );
}
