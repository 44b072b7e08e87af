import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearch } from "wouter";
import { documentPath } from "#domains/documents/paths.ts";
import { formatDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { buildUrl } from "#web/api-client.ts";
import { Download, Printer } from "#web/icons.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import {
  type IssuedVersion,
  type OwnerStatement,
  printOwnerStatement,
} from "../../owner-statement-contract.ts";
import { monthPath, monthsPath, ownerStatementPath, statementDraftPath } from "../../paths.ts";
import { ownerStatementQuery } from "../queries.ts";
import { IssueDialog } from "./issue-dialog.tsx";
import { NotesDialog } from "./notes-dialog.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

/** The owner statement of a property's month: the last issued version, or the draft of the next one. */
export default function OwnerStatementPage() {
  const { id = "", month = "" } = useParams();
  const propertyId = Number(id);
  const isDraft = new URLSearchParams(useSearch()).get("draft") === "yes";
  return (
    <RecordPage
      query={useQuery(ownerStatementQuery(propertyId, month, { isDraft }))}
      noun="owner statement"
      all={{ href: monthsPath(propertyId), label: "All months" }}
    >
      {(statement) => <StatementView propertyId={propertyId} statement={statement} />}
    </RecordPage>
  );
}

interface StatementProps {
  propertyId: number;
  statement: OwnerStatement;
}

function StatementView({ propertyId, statement }: StatementProps) {
  const [dialog, setDialog] = useState<"issue" | "notes">();
  const { property, month, isDraft, versions, cannotIssue } = statement;
  const title = formatMonth(`${month}-01`);
  const onClose = () => setDialog(undefined);
  const file = buildUrl(printOwnerStatement, {
    params: { id: propertyId, month },
    query: isDraft ? { draft: "yes" } : {},
  });
  return (
    <>
      <PageHeader
        back={{ href: monthPath(propertyId, month), label: `${title}, ${property}` }}
        title="Owner statement"
        tab={`Owner statement, ${title}, ${property}`}
        note={<Badge tone={isDraft ? "gray" : "green"}>{isDraft ? "Draft" : "Issued"}</Badge>}
        action={
          <>
            <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
              Print
            </Button>
            <a href={file} download className={buttonClasses()}>
              <Download aria-hidden="true" />
              Download PDF
            </a>
            {!isDraft && <ButtonLink href={statementDraftPath(propertyId, month)}>Correct</ButtonLink>}
            {isDraft && cannotIssue === null && (
              <Button variant="primary" onClick={() => setDialog("issue")}>
                {versions.length === 0 ? "Issue Statement" : "Issue Corrected Statement"}
              </Button>
            )}
          </>
        }
      />
      <div className="space-y-6">
        <StatementNotice propertyId={propertyId} statement={statement} />
        <StatementSheet statement={statement} onEditNotes={isDraft ? () => setDialog("notes") : undefined} />
        {versions.length > 0 && <Versions versions={versions} />}
      </div>
      {dialog === "issue" && <IssueDialog propertyId={propertyId} statement={statement} onClose={onClose} />}
      {dialog === "notes" && <NotesDialog propertyId={propertyId} statement={statement} onClose={onClose} />}
    </>
  );
}

function StatementNotice({ propertyId, statement }: StatementProps) {
  const { month, isDraft, versions, changes, cannotIssue } = statement;
  const [lastVersion] = versions;
  if (isDraft && lastVersion !== undefined)
    return (
      <Banner
        kind="info"
        title="This draft has the current figures."
        action={
          <ButtonLink size="sm" href={ownerStatementPath(propertyId, month)}>
            Show Issued Statement
          </ButtonLink>
        }
      >
        {`${lastVersion.by} issued version ${lastVersion.number} on ${formatDay(lastVersion.at)}. It stays as it is if you issue a corrected statement.`}
      </Banner>
    );
  if (cannotIssue !== null) return <Banner kind="info" title={cannotIssue} />;
  if (changes.length === 0) return null;
  return (
    <Banner kind="warning" title="The ledger has changed since this statement was issued.">
      {changes.map(({ name, issuedCents, currentCents }) => (
        <p
          key={name}
        >{`${name}: ${formatMoney(issuedCents)} in this statement, ${formatMoney(currentCents)} now.`}</p>
      ))}
    </Banner>
  );
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));

const Versions = ({ versions }: { versions: readonly IssuedVersion[] }) => (
  <Section title="Versions" className="print:hidden">
    <ul aria-label="Versions" className="divide-y divide-line border-line border-b">
      {versions.map(({ number, by, at, reason, documentId }) => (
        <ListRow
          key={number}
          title={`Version ${number}`}
          {...(documentId !== null && { href: documentPath(documentId) })}
          meta={documentId === null ? "Document deleted" : "View document"}
        >
          {[`Issued by ${by} on ${formatDay(at)}`, ...(reason === null ? [] : [reason])].join(": ")}
        </ListRow>
      ))}
    </ul>
  </Section>
);
