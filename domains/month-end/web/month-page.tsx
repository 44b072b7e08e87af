import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { formatDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { MonthChecklist } from "../contract.ts";
import { exportJournal, type JournalFormat } from "../journal-contract.ts";
import { monthsPath, ownerStatementPath } from "../paths.ts";
import { CheckList } from "./check-list.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { MonthStateBadge } from "./month-state-badge.tsx";
import { monthQuery } from "./queries.ts";
import { ReopenDialog } from "./reopen-dialog.tsx";

/** The checklist of a property's month. Closes and reopens it. */
export default function MonthPage() {
  const { id = "", month = "" } = useParams();
  const propertyId = Number(id);
  return (
    <RecordPage
      query={useQuery(monthQuery(propertyId, month))}
      noun="month"
      all={{ href: monthsPath(propertyId), label: "All months" }}
    >
      {(checklist) => <MonthView propertyId={propertyId} checklist={checklist} />}
    </RecordPage>
  );
}

function MonthView({ propertyId, checklist }: { propertyId: number; checklist: MonthChecklist }) {
  const [dialog, setDialog] = useState<"close" | "reopen">();
  const { property, month, state, entries, debitCents, checks, statementIssuedAt, can } = checklist;
  const title = formatMonth(`${month}-01`);
  const onClose = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        back={{ href: monthsPath(propertyId), label: `Months, ${property}` }}
        title={title}
        tab={`${title}, ${property}`}
        note={<MonthStateBadge state={state} />}
        action={
          <>
            {can.reopen && <Button onClick={() => setDialog("reopen")}>Reopen Month</Button>}
            {can.close && (
              <Button variant="primary" onClick={() => setDialog("close")}>
                {`Close ${title}`}
              </Button>
            )}
          </>
        }
      />
      <div className="space-y-6">
        <MonthNotice checklist={checklist} />
        <Figures
          label="Ledger"
          figures={[
            { label: "Ledger entries", value: entries.toLocaleString("en-US"), note: "Dated in this month" },
            {
              label: "Debits and credits",
              value: formatCents(toCents(debitCents)),
              note: "Each adds up to this amount",
            },
          ]}
        />
        <Section
          title="Owner statement"
          description={statementIssuedAt === null ? "Draft" : `Issued on ${formatDay(statementIssuedAt)}`}
          action={
            <ButtonLink size="sm" href={ownerStatementPath(propertyId, month)}>
              Open Statement
            </ButtonLink>
          }
        />
        {state === "closed" && <JournalLinks propertyId={propertyId} month={month} />}
        <Section title="Checklist">
          <CheckList checks={checks} />
        </Section>
      </div>
      {dialog === "close" && <CloseDialog propertyId={propertyId} checklist={checklist} onClose={onClose} />}
      {dialog === "reopen" && (
        <ReopenDialog propertyId={propertyId} checklist={checklist} onClose={onClose} />
      )}
    </>
  );
}

function MonthNotice({ checklist }: { checklist: MonthChecklist }) {
  const { state, closed, reopened, cannotClose, can } = checklist;
  if (state === "closed" && closed !== null)
    return (
      <Banner kind="info" title={`${closed.by} closed this month on ${formatDay(closed.at)}.`}>
        Nothing can be dated in it. Later entries are dated the first open day and say so.
        {!can.reopen && " Only an administrator can reopen it."}
      </Banner>
    );
  if (cannotClose !== null) return <Banner kind="info" title={cannotClose} />;
  if (reopened === null) return null;
  return (
    <Banner kind="warning" title={`${reopened.by} reopened this month on ${formatDay(reopened.at)}.`}>
      {reopened.reason}
    </Banner>
  );
}

const formatLabels = {
  csv: "CSV",
  iif: "QuickBooks",
  xero: "Xero",
} as const satisfies Record<JournalFormat, string>;
const formats = Object.keys(formatLabels) as JournalFormat[];

/** Downloads the journal of a closed month. */
const JournalLinks = ({ propertyId, month }: { propertyId: number; month: string }) => (
  <Section
    title="Journal"
    description="Every ledger entry of the month, for your accounting system."
    action={
      <div className="flex flex-wrap gap-2 py-1">
        {formats.map((format) => (
          <a
            key={format}
            href={buildUrl(exportJournal, { params: { id: propertyId, month }, query: { format } })}
            download
            aria-label={`Journal for ${formatLabels[format]}`}
            className={buttonClasses({ size: "sm" })}
          >
            <Download aria-hidden="true" />
            {formatLabels[format]}
          </a>
        ))}
      </div>
    }
  />
);
