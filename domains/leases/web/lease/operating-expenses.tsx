import { useQuery } from "@tanstack/react-query";
import { listLeaseStatements } from "#domains/recoveries/lease-statements-contract.ts";
import { companyCamHistoryPath } from "#domains/reports/paths.ts";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { expenseStatementPath, recoveryTermsPath } from "../../paths.ts";

/** How the lease shares operating expenses, and its statement of each year. */
export function OperatingExpenses({ leaseId, companyId }: { leaseId: number; companyId: number }) {
  const canReadHistory = useCan("recoveries.reconcile");
  const { data: statements = [] } = useQuery(endpointQuery(listLeaseStatements, { params: { id: leaseId } }));
  return (
    <Section
      title="Operating expenses"
      description="How this lease shares CAM, taxes, insurance, and other expenses."
      action={
        <div className="flex flex-wrap gap-2">
          {canReadHistory && (
            <ButtonLink size="sm" href={companyCamHistoryPath(companyId)}>
              CAM History
            </ButtonLink>
          )}
          <ButtonLink size="sm" href={recoveryTermsPath(leaseId)}>
            Recovery Terms
          </ButtonLink>
        </div>
      }
    >
      {statements.length > 0 && (
        <ul aria-label="Statements" className="divide-y divide-line border-line border-b">
          {statements.map(({ year, issuedAt, dueCents }) => (
            <ListRow
              key={year}
              title={`Statement for ${year}`}
              href={expenseStatementPath(leaseId, year)}
              meta={describeDue(dueCents)}
            >
              {`Issued ${formatDay(issuedAt)}`}
            </ListRow>
          ))}
        </ul>
      )}
    </Section>
  );
}

function describeDue(dueCents: number): string {
  if (dueCents === 0) return "Nothing due";
  const amount = formatAmount(Math.abs(dueCents));
  return dueCents < 0 ? `${amount} credited` : `${amount} charged`;
}
