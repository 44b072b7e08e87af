import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { documentPath } from "#domains/documents/paths.ts";
import { leaseLedgerPath, leasePath, recoveryTermsPath } from "#domains/leases/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatPlace } from "#shared/format/place.ts";
import { buildPath } from "#web/api-client.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import {
  exportLeaseStatement,
  type LeaseStatement,
  readStatementBillFile,
} from "../../lease-statements-contract.ts";
import { recoveryStatementPath } from "../../paths.ts";
import type { CategoryBill } from "../../reconciliation-contract.ts";
import { leaseStatementQuery } from "../queries.ts";
import { AskDialog } from "../questions/ask-dialog.tsx";
import { StatementQuestions } from "../questions/statement-questions.tsx";
import { describePosting } from "./describe-posting.ts";
import { StatementPostings } from "./statement-postings.tsx";
import { StatementWorking } from "./statement-working.tsx";

/** A lease's statement of a year's operating expenses as it was issued, for its tenants (REC-14). */
export default function LeaseStatementPage() {
  const { id = "", year = "" } = useParams();
  return (
    <RecordPage
      query={useQuery(leaseStatementQuery(Number(id), Number(year)))}
      noun="statement"
      all={{ href: leasePath(Number(id)), label: "Open the lease" }}
    >
      {(statement) => <LeaseStatementView statement={statement} />}
    </RecordPage>
  );
}

function LeaseStatementView({ statement }: { statement: LeaseStatement }) {
  const { property, year, leaseId, company, units, issued, postings, questionsUntil, can } = statement;
  const [questionedPool, setQuestionedPool] = useState<LeaseStatement["pools"][number]>();
  const canReconcile = useCan("recoveries.reconcile");
  const place = formatPlace({ building: property.name, units: units.map(({ unitNumber }) => unitNumber) });
  return (
    <>
      <PageHeader
        back={{ href: leasePath(leaseId), label: company }}
        title={`Operating expenses for ${year}`}
        note={place}
        action={
          <>
            <ExportLink
              endpoint={exportLeaseStatement}
              params={{ id: leaseId, year }}
              query={undefined}
              noun="the calculation"
            />
            {canReconcile ? (
              <ButtonLink href={recoveryStatementPath(property.id, year, leaseId)}>Reconciliation</ButtonLink>
            ) : (
              <ButtonLink href={recoveryTermsPath(leaseId)}>Recovery Terms</ButtonLink>
            )}
          </>
        }
      />
      <div className="space-y-6">
        <Banner kind="info" title={`${issued.by} issued this statement on ${formatDay(issued.at)}.`}>
          {issued.reason !== null && <p className="wrap-anywhere">{`Correction: ${issued.reason}`}</p>}
          <p className="flex flex-wrap gap-x-3">
            {describePosting(issued)}
            <Link href={leaseLedgerPath(leaseId)} className={linkClasses}>
              View ledger
            </Link>
            {issued.documentId !== null && (
              <Link href={documentPath(issued.documentId)} className={linkClasses}>
                View PDF
              </Link>
            )}
          </p>
          {postings.length > 0 && <StatementPostings postings={postings} />}
          {can.question && (
            <p>
              {questionsUntil === null
                ? "You can question it until the year is closed."
                : `You can question it until ${formatCalendarDay(questionsUntil)}.`}
            </p>
          )}
        </Banner>
        <StatementWorking
          statement={statement}
          renderInvoice={(bill) => <Invoice statement={statement} bill={bill} />}
          renderAction={(pool) =>
            can.question &&
            pool.parts.length > 0 && (
              <Button
                size="sm"
                aria-label={`Ask a Question about ${pool.name}`}
                onClick={() => setQuestionedPool(pool)}
              >
                Ask a Question
              </Button>
            )
          }
        >
          <StatementQuestions leaseId={leaseId} year={year} />
        </StatementWorking>
      </div>
      {questionedPool !== undefined && (
        <AskDialog statement={statement} pool={questionedPool} onClose={() => setQuestionedPool(undefined)} />
      )}
    </>
  );
}

const linkClasses = "thumb text-accent-text underline underline-offset-4";

/** The number of a bill, which downloads its file if the user can have it. */
function Invoice({
  statement: { leaseId, year, billFiles },
  bill: { id, number },
}: {
  statement: LeaseStatement;
  bill: CategoryBill;
}) {
  const text = number === "" ? "No number" : number;
  if (!billFiles.includes(id)) return text;
  return (
    <a
      href={buildPath(readStatementBillFile, { id: leaseId, year, billId: id })}
      download
      aria-label={`Download bill ${text}`}
      className={linkClasses}
    >
      {text}
    </a>
  );
}
