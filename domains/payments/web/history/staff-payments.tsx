import { useState } from "react";
import { useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { monthEndPath } from "#domains/month-end/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { ChevronDown, Plus } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import {
  createChoiceFilter,
  createDayFilter,
  createPropertyFilter,
  createSearchFilter,
  recordId,
} from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { CompanyCell } from "#web/ui/faces/company-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportPayments, listPayments, type Payment, paymentStatuses } from "../../contract.ts";
import { paymentMethodLabels, paymentMethods } from "../../methods.ts";
import { bankDepositsPath, recordPaymentsPath } from "../../paths.ts";
import { paymentStatusLabels } from "../../statuses.ts";
import { ReceiveDialog } from "../manual-payments/receive-dialog.tsx";
import { PaidAmount } from "./paid-amount.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { usePaymentInUrl } from "./payment-in-url.ts";
import { PaymentStatusBadge, PhoneTitle, renderStatusBadge } from "./payment-status.tsx";
import { SelectedPayments } from "./selected-payments.tsx";

export const paymentList = {
  filters: {
    q: createSearchFilter({ label: "Search payments", className: "sm:w-36 sm:max-w-52 sm:grow" }),
    status: createChoiceFilter({
      label: "Status",
      className: "w-32 pointer-coarse:w-36",
      all: "All statuses",
      options: paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] })),
    }),
    method: createChoiceFilter({
      label: "Method",
      className: "w-32 pointer-coarse:w-36",
      all: "All methods",
      options: paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] })),
    }),
    deposited: createChoiceFilter({
      label: "Bank deposit",
      all: "All payments",
      options: [{ value: "no", label: "Not deposited" }],
      isSecondary: true,
    }),
    returned: createChoiceFilter({
      label: "Returned by the bank",
      all: "All payments",
      options: [{ value: "unpaid", label: "Returned, still unpaid" }],
      isSecondary: true,
    }),
    propertyId: createPropertyFilter({ label: "Property", className: "w-40 pointer-coarse:w-44" }),
    leaseId: { schema: recordId },
    from: createDayFilter({ label: "From", notAfter: "to", isSecondary: true }),
    to: createDayFilter({ label: "To", notBefore: "from", isSecondary: true }),
  },
  /** Page size (PAY-71, CON-06). */
  pageSize: 5,
  pageSizes: [5, 25, 50, 100],
  name: "payments",
};

/** Payments for all leases the user can access, to search, record, and refund. */
export function StaffPayments() {
  const listUrl = useListUrl(paymentList);
  const list = useList(listPayments, listUrl, listUrl.filters);
  const selection = useSelection(list.rows);
  const { paymentId, openPayment, closePayment } = usePaymentInUrl();
  const [, navigate] = useLocation();
  const canRecord = useCan("payments.record");
  const [isRecording, setIsRecording] = useState(false);
  const openPaymentOrLease = ({ id, receiptNumber, leaseId }: Payment) =>
    receiptNumber === null ? navigate(leasePath(leaseId)) : openPayment(id);
  return (
    <>
      <ListView
        list={list}
        label="Payments for all leases"
        header={
          <>
            <SectionHeader
              title="Payments"
              action={
                <div className="flex flex-wrap justify-end gap-2 max-sm:grid max-sm:w-[calc(100vw-2rem)] max-sm:grid-cols-2 max-sm:*:last:order-first max-sm:*:last:col-span-2">
                  <ExportLink endpoint={exportPayments} query={listUrl.filters} noun="payments" />
                  {canRecord && (
                    <>
                      <Menu
                        label="More actions"
                        trigger={(props) => (
                          <Button {...props}>
                            More Actions
                            <ChevronDown aria-hidden="true" />
                          </Button>
                        )}
                      >
                        <MenuItem onSelect={() => navigate(bankDepositsPath)}>Bank deposits</MenuItem>
                        <MenuItem onSelect={() => navigate(monthEndPath)}>Month end</MenuItem>
                      </Menu>
                      <ButtonLink href={recordPaymentsPath}>Record Several</ButtonLink>
                      <Button
                        variant="primary"
                        icon={<Plus aria-hidden="true" />}
                        onClick={() => setIsRecording(true)}
                      >
                        Record Payment
                      </Button>
                    </>
                  )}
                </div>
              }
            />
            <FilterBar
              filters={paymentList.filters}
              listUrl={listUrl}
              className="flex flex-wrap items-end gap-2 px-(--inset) py-3"
              action={
                listUrl.isNarrowed && (
                  <Button variant="ghost" onClick={listUrl.clearFilters}>
                    Clear filters
                  </Button>
                )
              }
            />
          </>
        }
        itemNoun="payments"
        errorTitle="Couldn't load the payments."
        emptyState={
          <EmptyState title="No payment history available">
            Payments for your properties appear here as they're received, along with overdue charges.
          </EmptyState>
        }
        noMatches={{
          title: "No payments match",
          hint: "Try fewer words, or a different date range or status.",
        }}
      >
        {(rows) => (
          <>
            {selection.wasUsed && <SelectedPayments selection={selection} />}
            <Table
              caption="Payments"
              columns={getColumns(openPaymentOrLease)}
              rows={rows}
              rowKey={({ id, status }) => `${status} ${id}`}
              onOpen={openPaymentOrLease}
              selection={{
                ...selection,
                getName: ({ company, description }) => `${company}: ${description}`,
              }}
            />
          </>
        )}
      </ListView>
      {paymentId !== null && <PaymentDialog key={paymentId} paymentId={paymentId} onClose={closePayment} />}
      {isRecording && <ReceiveDialog leaseId={null} onClose={() => setIsRecording(false)} />}
    </>
  );
}

const formatPlace = ({ property, unit }: Pick<Payment, "property" | "unit">): string =>
  unit === null ? property.name : `${property.name}, ${unit.unitNumber}`;

/** The specified columns in their order (PAY-70), then the others. */
const getColumns = (onOpen: (payment: Payment) => void): Column<Payment>[] => [
  {
    key: "date",
    header: "Date",
    phoneSlot: "line",
    cell: ({ paidOn, failedOn, dueOn, createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatCalendarDay(paidOn ?? failedOn ?? dueOn ?? createdAt.slice(0, 10))}
      </span>
    ),
  },
  {
    key: "description",
    header: "Description",
    phoneSlot: "line",
    className: "sm:max-w-64",
    cell: ({ description, reference }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{description}</span>
        {reference !== "" && (
          <span className="line-clamp-1 text-ink-soft text-sm wrap-anywhere">{reference}</span>
        )}
      </>
    ),
    phoneCell: formatPlace,
  },
  {
    key: "method",
    header: "Method",
    phoneSlot: "hidden",
    cell: ({ method }) => (
      <span className="whitespace-nowrap text-ink-soft">
        {method === null ? "–" : paymentMethodLabels[method]}
      </span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    phoneSlot: "figure",
    align: "end",
    cell: (payment) => <PaidAmount payment={payment} />,
  },
  {
    key: "status",
    header: "Status",
    phoneSlot: "badge",
    cell: (payment) => <PaymentStatusBadge payment={payment} />,
    phoneCell: renderStatusBadge,
  },
  {
    key: "receipt",
    header: "Receipt",
    phoneSlot: "hidden",
    cell: (payment) => (
      <Button size="sm" variant="link" className="-mr-2.5" onClick={() => onOpen(payment)}>
        {payment.receiptNumber === null ? "Lease" : "View"}
        <span className="sr-only">{` for ${payment.company}: ${payment.description}`}</span>
      </Button>
    ),
  },
  {
    key: "company",
    header: "Company",
    align: "start",
    phoneSlot: "title",
    className: "sm:max-w-72",
    cell: ({ company, companyId, property, unit }) => (
      <CompanyCell company={{ id: companyId, name: company }}>{formatPlace({ property, unit })}</CompanyCell>
    ),
    phoneCell: (payment) => <PhoneTitle payment={payment}>{payment.company}</PhoneTitle>,
  },
];
