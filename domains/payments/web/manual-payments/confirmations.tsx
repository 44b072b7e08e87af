import { useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { FileText, TriangleAlert } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { CompanyCell } from "#web/ui/faces/company-link.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type Confirmation, exportConfirmations, listConfirmations } from "../../confirmations-contract.ts";
import { paymentMethodLabels } from "../../methods.ts";
import { describeSamePayment } from "../../same-payment.ts";
import { ApproveDialog, RejectDialog } from "./review-dialogs.tsx";
import { SelectedConfirmations } from "./selected-confirmations.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

/** The confirmations to review, for landlords and administrators. Hidden if there are none. */
export function ReviewQueue() {
  const [decision, setDecision] = useState<{
    kind: "approve" | "reject";
    confirmation: Confirmation;
  } | null>(null);
  const close = () => setDecision(null);
  return (
    <>
      <Confirmations
        title="Payments to review"
        description="Payments tenants say they made outside the portal. Approving one posts it to the ledger."
        state="pending"
        Frame={Lead}
        columns={[
          payerColumn,
          ...sharedColumns,
          {
            key: "decision",
            header: "Decision",
            cell: (confirmation) =>
              confirmation.can.review ? (
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    variant="primary"
                    onClick={() => setDecision({ kind: "approve", confirmation })}
                  >
                    Approve
                    <span className="sr-only">{` ${confirmation.company}'s payment`}</span>
                  </Button>
                  <Button size="sm" onClick={() => setDecision({ kind: "reject", confirmation })}>
                    Reject
                    <span className="sr-only">{` ${confirmation.company}'s payment`}</span>
                  </Button>
                </div>
              ) : (
                <span className="text-ink-soft text-sm">Needs another reviewer</span>
              ),
          },
        ]}
      />
      {decision?.kind === "approve" && <ApproveDialog confirmation={decision.confirmation} onClose={close} />}
      {decision?.kind === "reject" && <RejectDialog confirmation={decision.confirmation} onClose={close} />}
    </>
  );
}

/** The user's own confirmations and their status. */
export const MyConfirmations = () => (
  <Confirmations
    title="Your confirmations"
    description="Payments you made outside the portal."
    Frame={Section}
    columns={[...sharedColumns.map(showAsTitle), stateColumn]}
  />
);

/** Shows the description as the title of a row on phones. */
const showAsTitle = (column: Column<Confirmation>): Column<Confirmation> =>
  column.key === "description" ? { ...column, phoneSlot: "title" } : column;

interface ConfirmationsProps {
  title: string;
  description: string;
  state?: "pending";
  /** `Lead` for confirmations that need a decision. */
  Frame: typeof Lead | typeof Section;
  columns: Column<Confirmation>[];
}

const confirmationList = { filters: {}, pageSize: 5, isInUrl: false };

function Confirmations({ title, description, state, Frame, columns }: ConfirmationsProps) {
  const filters = state === undefined ? {} : { state };
  const list = useList(listConfirmations, useListUrl(confirmationList), filters);
  const selection = useSelection(list.rows);
  const canReview = state === "pending";
  if ((list.rows?.length ?? 0) === 0) return null;
  return (
    <Frame
      title={title}
      description={description}
      action={
        <ExportLink endpoint={exportConfirmations} query={filters} noun="payment confirmations" size="sm" />
      }
    >
      <ListView
        list={list}
        frame="part"
        itemNoun="confirmations"
        errorTitle="Couldn't load the confirmations."
        emptyState={null}
      >
        {(rows) => (
          <>
            {selection.wasUsed && canReview && <SelectedConfirmations selection={selection} />}
            <Table
              caption={title}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              selection={
                canReview
                  ? {
                      ...selection,
                      getName: ({ company, amountFormatted }) => `${company}, ${amountFormatted}`,
                    }
                  : undefined
              }
            />
          </>
        )}
      </ListView>
    </Frame>
  );
}

const payerColumn: Column<Confirmation> = {
  key: "payer",
  header: "Paid by",
  phoneSlot: "title",
  cell: ({ company, companyId, user, property, unit }) => (
    <CompanyCell company={{ id: companyId, name: company }}>
      {`${user.fullName}, ${property.name}${unit === null ? "" : `, unit ${unit.unitNumber}`}`}
    </CompanyCell>
  ),
};

const sharedColumns: Column<Confirmation>[] = [
  {
    key: "description",
    header: "Description",
    cell: ({ description, notes }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{description}</span>
        {notes !== "" && <span className="block text-ink-soft text-sm wrap-anywhere">{notes}</span>}
      </>
    ),
  },
  {
    key: "method",
    header: "Method",
    cell: ({ method, transactionId, samePayment, sameReference }) => (
      <>
        {paymentMethodLabels[method]}
        <span className="block text-ink-soft text-sm wrap-anywhere">{transactionId}</span>
        {samePayment !== null ? (
          <Warning className="font-medium text-red-text">{`Already ${describeSamePayment(samePayment)}`}</Warning>
        ) : (
          sameReference > 0 && (
            <Warning className="text-amber-text">
              {sameReference === 1
                ? "1 other payment has this reference"
                : `${sameReference} other payments have this reference`}
            </Warning>
          )
        )}
      </>
    ),
  },
  {
    key: "paid-on",
    header: "Paid on",
    phoneSlot: "line",
    cell: ({ paymentDate }) => (
      <span className="whitespace-nowrap tabular-nums">{formatCalendarDay(paymentDate)}</span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    phoneSlot: "figure",
    cell: ({ amountFormatted }) => <span className="font-medium">{amountFormatted}</span>,
  },
  { key: "proof", header: "Proof", cell: ({ proof }) => <Proof proof={proof} /> },
];

const Warning = ({ className, children }: { className: string; children: string }) => (
  <span className={`flex items-center gap-1 text-sm ${className}`}>
    <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
    {children}
  </span>
);

function Proof({ proof }: Pick<Confirmation, "proof">) {
  if (proof === null) return <span className="whitespace-nowrap text-ink-soft">None</span>;
  return (
    <a
      href={proof.url}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-2 rounded-control text-accent-text hover:underline"
    >
      {proof.isPhoto ? (
        <img
          src={`${proof.url}?size=thumbnail`}
          alt=""
          className="size-10 rounded-control object-cover ring-1 ring-line ring-inset"
        />
      ) : (
        <FileText aria-hidden="true" className="size-5" />
      )}
      <span className="max-w-40 truncate">{proof.name}</span>
    </a>
  );
}

const stateBadges = {
  pending: { tone: "amber", label: "Waiting for review" },
  approved: { tone: "green", label: "Approved" },
  rejected: { tone: "red", label: "Rejected" },
  withdrawn: { tone: "gray", label: "Withdrawn" },
} as const;

const stateColumn: Column<Confirmation> = {
  key: "state",
  header: "Status",
  cell: (confirmation) => {
    const { state, reason, reviewer, can } = confirmation;
    return (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>
          {can.withdraw && <WithdrawButton confirmation={confirmation} />}
        </span>
        {state === "withdrawn" && reviewer !== null && (
          <span className="mt-1 block text-ink-soft text-sm">{`Withdrawn by ${reviewer}`}</span>
        )}
        {reason !== "" && <span className="mt-1 block text-ink-soft text-sm wrap-anywhere">{reason}</span>}
      </>
    );
  },
};
