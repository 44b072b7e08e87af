import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { Plus, ReceiptText, SearchX } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Input } from "#web/ui/input.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportPayments, listPayments, type Payment, paymentStatuses } from "../contract.ts";
import { paymentMethodLabels, paymentMethods } from "../methods.ts";
import { paymentStatusLabels } from "../statuses.ts";
import { staffPaymentsPerPage, usePaymentList } from "./list-address.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { PaymentStatusBadge } from "./payment-status.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";

type Address = ReturnType<typeof usePaymentList>;

/** Payments of all leases within reach, to look through, to record and to give back. */
export function StaffPayments() {
  const address = usePaymentList();
  const mayRecord = useMay("payments.record");
  const [isRecording, setRecording] = useState(false);
  return (
    <Card aria-label="Payments of all leases">
      <CardHeader
        title="Payments"
        description="What came in, and what should have."
        action={
          <div className="flex flex-wrap justify-end gap-2">
            <ExportLink endpoint={exportPayments} query={address.filters} what="payments" />
            {mayRecord && (
              <Button icon={<Plus aria-hidden="true" />} onClick={() => setRecording(true)}>
                Record Payment
              </Button>
            )}
          </div>
        }
      />
      <Filters address={address} />
      <PaymentsTable address={address} />
      {address.paymentId !== null && (
        <PaymentDialog key={address.paymentId} paymentId={address.paymentId} onClose={address.closePayment} />
      )}
      {isRecording && <ReceiveDialog onClose={() => setRecording(false)} />}
    </Card>
  );
}

const statusOptions = paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] }));
const methodOptions = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

function Filters({ address: { filters, set, clear } }: { address: Address }) {
  const buildings = useQuery(endpointQuery(listBuildings, {})).data ?? [];
  const search = useCallback((text: string) => set("q", text), [set]);
  return (
    <div className="flex flex-wrap items-end gap-2 px-4 pb-4 sm:px-5">
      <SearchBox
        label="Search payments"
        value={filters.q ?? ""}
        onSearch={search}
        className="w-52 max-sm:w-full"
      />
      <Select
        aria-label="Status"
        className="w-36 max-sm:flex-1"
        placeholder="All statuses"
        options={statusOptions}
        value={filters.status ?? ""}
        onChange={({ target }) => set("status", target.value)}
      />
      <Select
        aria-label="Method"
        className="w-36 max-sm:flex-1"
        placeholder="All methods"
        options={methodOptions}
        value={filters.method ?? ""}
        onChange={({ target }) => set("method", target.value)}
      />
      {(buildings.length > 1 || filters.propertyId !== undefined) && (
        <Select
          aria-label="Building"
          className="w-44 max-sm:w-full"
          placeholder="All buildings"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.propertyId ?? ""}
          onChange={({ target }) => set("propertyId", target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Day label="From" value={filters.from} onChange={(value) => set("from", value)} />
        <Day label="To" value={filters.to} onChange={(value) => set("to", value)} />
      </div>
      {Object.keys(filters).length > 0 && (
        <Button variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

const Day = ({ label, value = "", onChange }: DayProps) => (
  <label className="text-ink-soft text-sm max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36">
    <span className="mb-1 block">{label}</span>
    <Input
      type="date"
      className="w-36 max-sm:w-full"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);

function PaymentsTable({ address }: { address: Address }) {
  const { filters, page, setPage, openPayment, clear } = address;
  const [, navigate] = useLocation();
  const list = useQuery(listPageQuery(listPayments, { ...filters, page, pageSize: staffPaymentsPerPage }));
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  useExistingPage(list, { page, pageSize: staffPaymentsPerPage, open: setPage });
  const open = useCallback(
    ({ id, status, leaseId }: Payment) =>
      status === "overdue" ? navigate(paths.lease(leaseId)) : openPayment(id),
    [navigate, openPayment],
  );
  const columns = useMemo(() => columnsOf(open), [open]);
  if (data === undefined)
    return error === null ? (
      <SkeletonRows count={8} />
    ) : (
      <ErrorState
        title="The payments could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data.rows.length === 0) return <Nothing isFiltered={Object.keys(filters).length > 0} onClear={clear} />;
  return (
    <div className={classes("border-line border-t transition-opacity", isPlaceholderData && "opacity-60")}>
      <Table
        caption="Payments"
        columns={columns}
        rows={data.rows}
        rowKey={({ id, status }) => `${status} ${id}`}
        onOpen={open}
      />
      <Pagination
        page={page}
        pageSize={staffPaymentsPerPage}
        total={data.total}
        onPage={setPage}
        noun="payments"
      />
    </div>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon={<ReceiptText />} title="No payment history available">
        Payments of your buildings appear here as they come in, and rent that is past its due day.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title="No payments match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Try fewer words, other days or another status.
    </EmptyState>
  );
}

const columnsOf = (open: (payment: Payment) => void): Column<Payment>[] => [
  {
    key: "date",
    header: "Date",
    cell: ({ paidOn, dueOn, createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatCalendarDay(paidOn ?? dueOn ?? createdAt.slice(0, 10))}
      </span>
    ),
  },
  {
    key: "company",
    header: "Company",
    onPhone: "title",
    className: "sm:max-w-72",
    cell: ({ company, property, unit }) => (
      <>
        <span className="line-clamp-1 font-medium wrap-anywhere">{company}</span>
        <span className="line-clamp-1 font-normal text-ink-soft text-sm wrap-anywhere">
          {unit === null ? property.name : `${property.name}, ${unit.unitNumber}`}
        </span>
      </>
    ),
  },
  {
    key: "description",
    header: "Description",
    className: "sm:max-w-64",
    cell: ({ description, reference }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{description}</span>
        {reference !== "" && (
          <span className="line-clamp-1 text-ink-soft text-sm wrap-anywhere">{reference}</span>
        )}
      </>
    ),
  },
  {
    key: "method",
    header: "Method",
    cell: ({ method }) => (
      <span className="text-ink-soft">{method === null ? "–" : paymentMethodLabels[method]}</span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amountFormatted }) => (
      <span className="whitespace-nowrap font-medium tabular-nums">{amountFormatted}</span>
    ),
  },
  { key: "status", header: "Status", cell: (payment) => <PaymentStatusBadge payment={payment} /> },
  {
    key: "open",
    header: "Open",
    isHeaderHidden: true,
    cell: (payment) => (
      <Button size="sm" onClick={() => open(payment)}>
        {payment.status === "overdue" ? "Lease" : "View"}
        <span className="sr-only">{` of ${payment.company}: ${payment.description}`}</span>
      </Button>
    ),
  },
];
