import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { lossCauseLabels } from "../../loss-causes.ts";
import {
  estimatesPath,
  reconciliationPath,
  recoveriesPath,
  recoveryStatementDraftPath,
  recoveryStatementPath,
} from "../../paths.ts";
import {
  exportReconciliation,
  type PoolSummary,
  type Reconciliation,
  type StatementSummary,
} from "../../reconciliation-contract.ts";
import { FindingList } from "../findings/finding-list.tsx";
import { RunList } from "../issuing/run-list.tsx";
import { YearActions } from "../issuing/year-actions.tsx";
import { YearNotices, YearState } from "../issuing/year-state.tsx";
import { reconciliationQuery } from "../queries.ts";
import { YearQuestions } from "../questions/year-questions.tsx";

/** A property's year of operating expenses: who pays for it, and what isn't recovered. */
export default function ReconciliationPage() {
  const { id = "", year = "" } = useParams();
  const isDraft = new URLSearchParams(useSearch()).get("draft") === "yes";
  return (
    <RecordPage
      query={useQuery(reconciliationQuery(Number(id), Number(year), { isDraft }))}
      noun="property"
      all={{ href: recoveriesPath, label: "All properties" }}
    >
      {(reconciliation) => <ReconciliationView reconciliation={reconciliation} />}
    </RecordPage>
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function ReconciliationView({ reconciliation }: { reconciliation: Reconciliation }) {
  const { property, year, pools, statements, findings, runs } = reconciliation;
  const total = sum(pools.map(({ totalCents }) => totalCents));
  const recovered = sum(statements.map(({ totalCents }) => totalCents));
  return (
    <>
      <PageHeader
        back={{ href: recoveriesPath, label: "Recoveries" }}
        title={property.name}
        tab={`Reconciliation of ${year}, ${property.name}`}
        note={<YearState reconciliation={reconciliation} />}
        action={
          <>
            <ButtonLink href={estimatesPath(property.id, year + 1)}>{`Estimates for ${year + 1}`}</ButtonLink>
            <YearSelect propertyId={property.id} year={year} />
            <YearActions reconciliation={reconciliation} />
          </>
        }
      />
      {total === 0 && recovered === 0 && runs.length === 0 ? (
        <EmptyState title={`No recoverable expenses in ${year}`}>
          Enter the bills of the property to see how their cost is shared.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          <YearNotices reconciliation={reconciliation} />
          <Figures
            label="Totals"
            figures={[
              { label: "Recoverable expenses", value: formatAmount(total) },
              {
                label: "Tenants' shares",
                value: formatAmount(recovered),
                ...(total > 0
                  ? { note: `${Math.round((1_000 * recovered) / total) / 10}% of the cost` }
                  : {}),
              },
              { label: "Not recovered", value: formatAmount(total - recovered) },
              {
                label: "Due after estimates",
                value: formatAmount(sum(statements.map(({ dueCents }) => dueCents))),
                note: "Shares less the monthly charges",
              },
            ]}
          />
          {findings.length > 0 && (
            <FindingList
              propertyYear={{ id: property.id, year }}
              findings={findings}
              isIssued={isIssued(reconciliation)}
            />
          )}
          <YearQuestions propertyYear={{ id: property.id, year }} />
          <Section
            title="Tenants"
            action={
              <ExportLink
                size="sm"
                endpoint={exportReconciliation}
                params={{ id: property.id, year }}
                query={isIssued(reconciliation) ? {} : { draft: "yes" }}
                noun="shares"
              />
            }
          >
            <Statements {...reconciliation} />
          </Section>
          {pools
            .filter(({ totalCents, recoveredCents }) => totalCents !== 0 || recoveredCents !== 0)
            .map((pool) => (
              <Pool key={pool.id} pool={pool} />
            ))}
          {runs.length > 0 && <RunList runs={runs} />}
        </div>
      )}
    </>
  );
}

/** Whether the amounts are those that were issued. */
const isIssued = ({ state }: Reconciliation): boolean => state === "issued" || state === "closed";

function YearSelect({ propertyId, year }: { propertyId: number; year: number }) {
  const [, navigate] = useLocation();
  const years = listYears(year).map(String);
  return (
    <Select
      aria-label="Year"
      className="w-28"
      value={String(year)}
      options={years.map((value) => ({ value, label: value }))}
      onChange={({ target }) => navigate(reconciliationPath(propertyId, Number(target.value)))}
    />
  );
}

/** Returns the last ten years, and the selected one, newest first. */
function listYears(selected: number): number[] {
  const thisYear = new Date().getFullYear();
  const first = Math.min(selected, thisYear - 9);
  return Array.from({ length: Math.max(selected, thisYear) - first + 1 }, (_, at) => first + at).toReversed();
}

function Statements(reconciliation: Reconciliation) {
  const { property, year, pools, statements } = reconciliation;
  const [, navigate] = useLocation();
  const getPath = isIssued(reconciliation) ? recoveryStatementPath : recoveryStatementDraftPath;
  const shownPools = pools.filter(
    ({ totalCents, recoveredCents }) => totalCents !== 0 || recoveredCents !== 0,
  );
  const columns: Column<StatementSummary>[] = [
    { key: "company", header: "Company", cell: ({ company }) => company, phoneSlot: "title" },
    { key: "units", header: "Units", cell: ({ units }) => listUnitNumbers(units), phoneSlot: "line" },
    ...shownPools.map(
      (pool): Column<StatementSummary> => ({
        key: `pool ${pool.id}`,
        header: pool.name,
        align: "end",
        cell: ({ lines }) => formatAmount(lines.find(({ poolId }) => poolId === pool.id)?.cents ?? 0),
        phoneSlot: "hidden",
      }),
    ),
    {
      key: "total",
      header: "Share",
      align: "end",
      cell: ({ totalCents }) => formatAmount(totalCents),
      phoneSlot: "line",
      phoneCell: ({ totalCents }) => `${formatAmount(totalCents)} share`,
    },
    {
      key: "estimates",
      header: "Estimates billed",
      align: "end",
      cell: ({ estimatesBilledCents }) => formatAmount(estimatesBilledCents),
      phoneSlot: "hidden",
    },
    {
      key: "due",
      header: "Due",
      align: "end",
      cell: ({ dueCents }) => formatAmount(dueCents),
      phoneSlot: "figure",
      phoneCell: ({ dueCents }) =>
        dueCents < 0 ? `${formatAmount(-dueCents)} credit` : `${formatAmount(dueCents)} due`,
    },
  ];
  return (
    <Table
      caption={`Tenants' shares of ${year} operating expenses`}
      columns={columns}
      rows={statements}
      rowKey={({ leaseId }) => leaseId}
      onOpen={({ leaseId }) => navigate(getPath(property.id, year, leaseId))}
      keepsFirstColumn
    />
  );
}

interface LossRow {
  label: string;
  cents: number;
  look?: "total";
}

/** A pool's cost, the tenants' share of it, and the rest by cause. */
function Pool({ pool }: { pool: PoolSummary }) {
  const { name, from, to, totalCents, recoveredCents, occupancy, losses } = pool;
  const rows: LossRow[] = [
    { label: "Tenants' shares", cents: recoveredCents },
    ...losses.map(({ cause, cents }) => ({ label: lossCauseLabels[cause], cents })),
    { label: "Cost", cents: totalCents, look: "total" },
  ];
  return (
    <Section
      title={name}
      description={`${formatCalendarDay(from)} to ${formatCalendarDay(to)} · ${occupancy} average occupancy`}
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <Table
          caption={`Who pays for ${name}`}
          columns={[
            {
              key: "label",
              header: "Where the cost goes",
              cell: ({ label }) => label,
              phoneSlot: "title",
            },
            {
              key: "cents",
              header: "Amount",
              align: "end",
              cell: ({ cents }) => formatAmount(cents),
              phoneSlot: "figure",
            },
          ]}
          rows={rows}
          rowKey={({ label }) => label}
          look={({ look }) => look}
        />
        <Table
          caption={`Categories in ${name}`}
          columns={[
            { key: "name", header: "Category", cell: ({ name: category }) => category, phoneSlot: "title" },
            {
              key: "cents",
              header: "Cost",
              align: "end",
              cell: ({ cents }) => formatAmount(cents),
              phoneSlot: "figure",
            },
          ]}
          rows={pool.categories}
          rowKey={({ id }) => id}
        />
      </div>
    </Section>
  );
}
