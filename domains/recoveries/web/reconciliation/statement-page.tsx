import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "wouter";
import { documentPath } from "#domains/documents/paths.ts";
import { billPath } from "#domains/expenses/paths.ts";
import { leaseLedgerPath, recoveryTermsPath } from "#domains/leases/paths.ts";
import { formatDay } from "#shared/format/dates.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import {
  reconciliationDraftPath,
  reconciliationPath,
  recoveryStatementDraftPath,
  recoveryStatementPath,
} from "../../paths.ts";
import { exportRecoveryStatement, type RecoveryStatement } from "../../reconciliation-contract.ts";
import { ChangeList } from "../issuing/year-state.tsx";
import { recoveryStatementQuery } from "../queries.ts";
import { StatementQuestions } from "../questions/statement-questions.tsx";
import { describePosting } from "../statement/describe-posting.ts";
import { StatementWorking } from "../statement/statement-working.tsx";

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
  const { property, year, leaseId, company, units, isDraft } = statement;
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
        <StatementWorking
          statement={statement}
          renderInvoice={({ id, number }) => (
            <Link href={billPath(id)} className="text-accent-text underline underline-offset-4">
              {number === "" ? "No number" : number}
            </Link>
          )}
        >
          <StatementQuestions leaseId={leaseId} year={year} />
        </StatementWorking>
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
