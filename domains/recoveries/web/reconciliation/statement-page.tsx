import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "wouter";
import { documentPath } from "#domains/documents/paths.ts";
import { billPath } from "#domains/expenses/paths.ts";
import { leaseLedgerPath, recoveryTermsPath } from "#domains/leases/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import {
  reconciliationDraftPath,
  reconciliationPath,
  recoveryStatementDraftPath,
  recoveryStatementPath,
} from "../../paths.ts";
import {
  type ExplainedPart,
  exportRecoveryStatement,
  nothingDue,
  previousEstimatesLabel,
  type RecoveryStatement,
} from "../../reconciliation-contract.ts";
import { ChangeList } from "../issuing/year-state.tsx";
import { recoveryStatementQuery } from "../queries.ts";

/** How each amount in a tenant's share of a year is calculated. */
export default function StatementPage() {
  const { id = "", year = "", leaseId = "" } = useParams();
  const params = { id: Number(id), year: Number(year), leaseId: Number(leaseId) };
  const isDraft = new URLSearchParams(useSearch()).get("draft") === "yes";
  return (
    <RecordPage
      query={useQuery(recoveryStatementQuery(params, { isDraft }))}
      noun="statement"
      all={{ href: reconciliationPath(params.id, params.year), label: "All tenants" }}
    >
      {(statement) => <StatementView statement={statement} />}
    </RecordPage>
  );
}

function StatementView({ statement }: { statement: RecoveryStatement }) {
  const { property, year, leaseId, company, units, pools, totalCents, dueCents, isDraft } = statement;
  const { estimatesBilledCents, previousEstimatesCents = 0, estimatesPaidCents } = statement;
  return (
    <>
      <PageHeader
        back={{
          href: (isDraft ? reconciliationDraftPath : reconciliationPath)(property.id, year),
          label: `${property.name}, ${year}`,
        }}
        title={company}
        tab={`${company}, operating expenses for ${year}`}
        note={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {listUnitNumbers(units)}
            <Badge tone={isDraft ? "gray" : "blue"}>{isDraft ? "Draft" : "Issued"}</Badge>
          </span>
        }
        action={
          <>
            <ExportLink
              endpoint={exportRecoveryStatement}
              params={{ id: property.id, year, leaseId }}
              query={isDraft ? { draft: "yes" } : {}}
              noun="the calculation"
            />
            <ButtonLink href={recoveryTermsPath(leaseId)}>Recovery Terms</ButtonLink>
          </>
        }
      />
      <div className="space-y-6">
        <StatementNotice statement={statement} />
        <Figures
          label="Totals"
          figures={[
            { label: `Share of ${year}`, value: formatAmount(totalCents) },
            {
              label: "Estimates billed",
              value: formatAmount(estimatesBilledCents - previousEstimatesCents),
              note: `${formatAmount(estimatesPaidCents)} paid`,
            },
            ...(previousEstimatesCents === 0
              ? []
              : [{ label: previousEstimatesLabel, value: formatAmount(previousEstimatesCents) }]),
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

/** How the statement was issued, with its charge and document, and what has changed since. */
function StatementNotice({ statement }: { statement: RecoveryStatement }) {
  const { property, year, leaseId, isDraft, issued, changes } = statement;
  if (issued === null) return null;
  const issuedText = `${issued.by} issued this statement on ${formatDay(issued.at)}`;
  if (isDraft)
    return (
      <Banner
        kind="info"
        title="This draft has the current amounts."
        action={
          <ButtonLink size="sm" href={recoveryStatementPath(property.id, year, leaseId)}>
            Show Issued Statement
          </ButtonLink>
        }
      >
        {`${issuedText}. It stays as it is until you issue a correction.`}
      </Banner>
    );
  return (
    <>
      <Banner kind="info" title={`${issuedText}.`}>
        {issued.reason !== null && <p className="wrap-anywhere">{`Correction: ${issued.reason}`}</p>}
        <p>
          {describePosting(issued)}{" "}
          {issued.entryId !== null && (
            <Link href={leaseLedgerPath(leaseId)} className="text-accent-text underline underline-offset-4">
              {issued.postedCents < 0 ? "View credit" : "View charge"}
            </Link>
          )}{" "}
          {issued.documentId !== null && (
            <Link
              href={documentPath(issued.documentId)}
              className="text-accent-text underline underline-offset-4"
            >
              View document
            </Link>
          )}
          {!issued.isFiled && "The document is being filed."}
        </p>
      </Banner>
      {changes.length > 0 && (
        <Banner
          kind="warning"
          title="The current amounts differ from this statement."
          action={
            <ButtonLink size="sm" href={recoveryStatementDraftPath(property.id, year, leaseId)}>
              Show Draft
            </ButtonLink>
          }
        >
          <ChangeList changes={changes} />
        </Banner>
      )}
    </>
  );
}

function describePosting({ postedCents, dueOn }: NonNullable<RecoveryStatement["issued"]>): string {
  if (postedCents === 0) return `${nothingDue}.`;
  return postedCents < 0
    ? `${formatAmount(-postedCents)} was credited.`
    : `${formatAmount(postedCents)} is due on ${formatCalendarDay(dueOn)}.`;
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
      <Bills categories={categories} caption={`Bills in ${name}, ${span}`} />
    </div>
  );
}

/** The bills of the categories, which are hidden until someone asks for them. */
function Bills({ categories, caption }: { categories: ExplainedPart["categories"]; caption: string }) {
  const bills = categories.flatMap(({ name, bills: ofCategory }) =>
    ofCategory.map((bill) => ({ ...bill, category: name })),
  );
  if (bills.length === 0) return null;
  return (
    <Disclosure
      title={bills.length === 1 ? "1 bill" : `${bills.length} bills`}
      isInitiallyOpen={false}
      mustBeOpen={false}
    >
      <Table
        caption={caption}
        columns={[
          { key: "vendor", header: "Vendor", cell: ({ vendor }) => vendor, phoneSlot: "title" },
          { key: "category", header: "Category", cell: ({ category }) => category, phoneSlot: "line" },
          {
            key: "number",
            header: "Invoice",
            cell: ({ id, number }) => (
              <Link href={billPath(id)} className="text-accent-text underline underline-offset-4">
                {number === "" ? "No number" : number}
              </Link>
            ),
            phoneSlot: "line",
          },
          {
            key: "date",
            header: "Date",
            cell: ({ billedOn }) => formatCalendarDay(billedOn),
            phoneSlot: "line",
          },
          {
            key: "cents",
            header: "In this year",
            align: "end",
            cell: ({ cents }) => formatAmount(cents),
            phoneSlot: "figure",
          },
        ]}
        rows={bills}
        rowKey={({ id, categoryId }) => `${id} ${categoryId}`}
      />
    </Disclosure>
  );
}
