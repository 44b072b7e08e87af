import { leasePath } from "#domains/leases/paths.ts";
import { formatAmount } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { estimateKindLabels, type SkippedEstimate } from "../../estimates-contract.ts";

/** The leases without a proposal, each with the reason and a link to the lease. */
export const SkippedEstimates = ({ skipped }: { skipped: readonly SkippedEstimate[] }) => (
  <Section title="Skipped leases" description="Their charges stay as they are.">
    <ul aria-label="Skipped leases" className="divide-y divide-line border-line border-b">
      {skipped.map(({ leaseId, company, units, kind, currentCents, why }) => (
        <ListRow
          key={`${leaseId} ${kind}`}
          title={[company, listUnitNumbers(units), ...(kind === null ? [] : [estimateKindLabels[kind]])].join(
            " · ",
          )}
          href={leasePath(leaseId)}
        >
          {currentCents === 0 ? why : `${why} ${formatAmount(currentCents)} a month is charged now.`}
        </ListRow>
      ))}
    </ul>
  </Section>
);
