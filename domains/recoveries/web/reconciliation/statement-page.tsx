import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { recoveryTermsPath } from "#domains/leases/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { reconciliationPath } from "../../paths.ts";
import {
  type ExplainedPart,
  exportRecoveryStatement,
  type RecoveryStatement,
} from "../../reconciliation-contract.ts";
import { recoveryStatementQuery } from "../queries.ts";

/** How each amount in a tenant's share of a year is calculated. */
export default function StatementPage() {
  const { id = "", year = "", leaseId = "" } = useParams();
  const params = { id: Number(id), year: Number(year), leaseId: Number(leaseId) };
  return (
    <RecordPage
      query={useQuery(recoveryStatementQuery(params))}
      noun="statement"
      all={{ href: reconciliationPath(params.id, params.year), label: "All tenants" }}
    >
      {(statement) => <StatementView statement={statement} />}
    </RecordPage>
  );
}

const formatAmount = (cents: number): string => formatCents(toCents(cents));

function StatementView({ statement }: { statement: RecoveryStatement }) {
  const { property, year, leaseId, company, units, pools, totalCents, dueCents } = statement;
  const { estimatesBilledCents, estimatesPaidCents } = statement;
  return (
    <>
      <PageHeader
        back={{ href: reconciliationPath(property.id, year), label: `${property.name}, ${year}` }}
        title={company}
        tab={`${company}, operating expenses for ${year}`}
        note={listUnitNumbers(units)}
        action={
          <>
            <ExportLink
              endpoint={exportRecoveryStatement}
              params={{ id: property.id, year, leaseId }}
              query={undefined}
              noun="the calculation"
            />
            <ButtonLink href={recoveryTermsPath(leaseId)}>Recovery Terms</ButtonLink>
          </>
        }
      />
      <div className="space-y-6">
        <Figures
          label="Totals"
          figures={[
            { label: `Share of ${year}`, value: formatAmount(totalCents) },
            {
              label: "Estimates billed",
              value: formatAmount(estimatesBilledCents),
              note: `${formatAmount(estimatesPaidCents)} paid`,
            },
            {
              label: dueCents < 0 ? "Credit" : "Due",
              value: formatAmount(Math.abs(dueCents)),
              note: "The share less the estimates billed",
            },
          ]}
        />
        {pools.map(({ id, name, from, to, cents, parts }) => (
          <Section
            key={id}
            title={`${name}: ${formatAmount(cents)}`}
            description={`${formatCalendarDay(from)} to ${formatCalendarDay(to)}`}
          >
            {parts.length === 0 ? (
              <p className="py-3 text-ink-soft">
                The lease has no rule for this pool, or doesn't pay for it.
              </p>
            ) : (
              parts.map((part) => (
                <Part key={part.from} part={part} name={name} isOnly={parts.length === 1} />
              ))
            )}
          </Section>
        ))}
      </div>
    </>
  );
}

/** The days with one rule: the rule, the clause, the categories, and the steps of the calculation. */
function Part({ part, name, isOnly }: { part: ExplainedPart; name: string; isOnly: boolean }) {
  const { from, to, rule, clause, categories, steps } = part;
  const span = `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
  return (
    <div className="space-y-3 py-3">
      {!isOnly && <h3 className="font-semibold">{span}</h3>}
      <div className="max-w-[80ch]">
        {rule.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {clause !== "" && (
          <blockquote className="wrap-anywhere mt-1 whitespace-pre-line border-line border-l-2 pl-3 text-ink-soft">
            {clause}
          </blockquote>
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {categories.length > 0 && (
          <Table
            caption={`Categories in ${name}, ${span}`}
            columns={[
              { key: "name", header: "Category", cell: ({ name: category }) => category, phoneSlot: "title" },
              {
                key: "cents",
                header: "Cost",
                align: "end",
                cell: ({ cents }) => formatAmount(cents),
                phoneSlot: "line",
              },
              {
                key: "shared",
                header: "Shared",
                align: "end",
                cell: ({ isExcluded, sharedCents }) => (isExcluded ? "Excluded" : formatAmount(sharedCents)),
                phoneSlot: "figure",
              },
            ]}
            rows={categories}
            rowKey={({ id }) => id}
          />
        )}
        <Table
          caption={`Calculation of ${name}, ${span}`}
          columns={[
            { key: "label", header: "Step", cell: ({ label }) => label, phoneSlot: "title" },
            { key: "text", header: "How", cell: ({ text }) => text, phoneSlot: "line" },
            {
              key: "cents",
              header: "Amount",
              align: "end",
              cell: ({ cents }) => (cents === null ? "" : formatAmount(cents)),
              phoneSlot: "figure",
            },
          ]}
          rows={steps}
          rowKey={({ label, text }) => `${label} ${text}`}
          look={({ label }) => (label === "Amount" ? "total" : undefined)}
        />
      </div>
    </div>
  );
}
