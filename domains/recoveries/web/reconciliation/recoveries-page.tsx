import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { Records } from "#web/list/records.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { reconciliationPath } from "../../paths.ts";
import type { ReconciledYearSummary } from "../../reconciliation-contract.ts";
import { YearBadge } from "../issuing/year-state.tsx";
import { reconciledYearsQuery } from "../queries.ts";

/** The current and the last year of each property, with a link to their reconciliation (REC-37). */
export default function RecoveriesPage() {
  return (
    <>
      <PageHeader title="Recoveries" />
      <Records
        query={useQuery(reconciledYearsQuery)}
        noun="properties"
        emptyText="Add a property to share its operating expenses."
      >
        {(summaries) =>
          [...new Set(summaries.map(({ year }) => year))].map((year) => (
            <Section key={year} title={`Operating expenses for ${year}`}>
              <ul aria-label={`Properties in ${year}`} className="divide-y divide-line border-line border-y">
                {summaries
                  .filter((summary) => summary.year === year)
                  .map((summary) => (
                    <YearRow key={summary.property.id} {...summary} />
                  ))}
              </ul>
            </Section>
          ))
        }
      </Records>
    </>
  );
}

function YearRow({
  property,
  year,
  state,
  issuedAt,
  statements,
  postedCents,
  openQuestions,
}: ReconciledYearSummary) {
  const facts = [
    issuedAt !== null && `Issued ${formatDay(issuedAt)}`,
    statements > 0 && (statements === 1 ? "1 statement" : `${statements} statements`),
    openQuestions > 0 && (openQuestions === 1 ? "1 open question" : `${openQuestions} open questions`),
  ].filter((fact) => fact !== false);
  return (
    <ListRow
      title={property.name}
      href={reconciliationPath(property.id, year)}
      aside={<YearBadge state={state} />}
      meta={
        statements > 0 && (
          <>
            <div className="font-semibold">{formatAmount(Math.abs(postedCents))}</div>
            <div className="text-ink-soft">{postedCents < 0 ? "Credited" : "Charged"}</div>
          </>
        )
      }
    >
      {facts.length > 0 ? facts.join(" · ") : null}
    </ListRow>
  );
}
