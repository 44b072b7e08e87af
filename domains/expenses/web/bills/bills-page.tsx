import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { importPath } from "#domains/imports/paths.ts";
import { recoveriesPath } from "#domains/recoveries/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { Plus } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import {
  Choice,
  createChoiceFilter,
  createDayFilter,
  createPropertyFilter,
  createRecordFilter,
  createSearchFilter,
  recordId,
} from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { type ControlProps, pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type BillRow, exportBills, listBills, sumBills } from "../../contract.ts";
import { billPath, budgetsPath, expenseCategoriesPath, vendorsPath } from "../../paths.ts";
import { categoriesQuery } from "../queries.ts";
import { billColumns } from "./bill-columns.tsx";
import { SelectedBills } from "./selected-bills.tsx";

const AddBill = lazyPart(() => import("./bill-dialogs.tsx").then((module) => ({ default: module.AddBill })));

const billList = {
  filters: {
    q: createSearchFilter({ label: "Search bills", className: "sm:w-56" }),
    propertyId: createPropertyFilter({ label: "Property", className: "w-44" }),
    categoryId: {
      schema: recordId,
      Control: (props: ControlProps) => {
        const { data: categories = [] } = useQuery(categoriesQuery);
        const options = categories.map(({ id, name }) => ({ value: String(id), label: name }));
        return <Choice {...props} label="Category" className="w-44" all="All categories" options={options} />;
      },
    },
    state: createChoiceFilter({
      label: "Status",
      className: "w-36",
      all: "Not voided",
      options: [
        { value: "unpaid", label: "Unpaid" },
        { value: "overdue", label: "Overdue" },
        { value: "paid", label: "Paid" },
        { value: "voided", label: "Voided" },
      ],
    }),
    from: createDayFilter({ label: "Service from", notAfter: "to" }),
    to: createDayFilter({ label: "Service to", notBefore: "from" }),
    vendorId: createRecordFilter("vendor"),
  },
  pageSize: 25,
  pageSizes,
  name: "bills",
};

/** The bills of the properties that the user can access, newest first, with their totals. */
export default function BillsPage() {
  const listUrl = useListUrl(billList);
  const list = useList(listBills, listUrl, listUrl.filters);
  const selection = useSelection(list.rows);
  const [isAdding, setIsAdding] = useState(false);
  const canWrite = useIsServerReachable();
  const [, navigate] = useLocation();
  const addBill = () => setIsAdding(true);
  useOpenFormLink(addBill);
  const openBill = ({ id }: BillRow) => navigate(billPath(id));
  return (
    <>
      <PageHeader
        title="Bills"
        action={
          <>
            <ButtonLink href={recoveriesPath}>Recoveries</ButtonLink>
            <ButtonLink href={budgetsPath}>Budgets</ButtonLink>
            <ButtonLink href={vendorsPath}>Vendors</ButtonLink>
            <ButtonLink href={expenseCategoriesPath}>Categories</ButtonLink>
            <Button
              variant="primary"
              disabled={!canWrite}
              icon={<Plus aria-hidden="true" />}
              onClick={addBill}
            >
              Add Bill
            </Button>
          </>
        }
      />
      <FilterBar
        filters={billList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportBills} query={listUrl.filters} noun="bills" />}
      />
      <ListView
        list={list}
        itemNoun="bills"
        errorTitle="Couldn't load the bills."
        emptyState={
          <EmptyState
            isPage
            title="No bills yet"
            action={<ButtonLink href={`${importPath}?kind=bills`}>Import Bills</ButtonLink>}
          >
            Add a bill with its vendor, service period, and lines, or import your bills from a spreadsheet.
          </EmptyState>
        }
        noMatches={{
          title: "No bills found",
          hint: "Try fewer words, or a different period or status.",
          clear: "Clear filters",
        }}
      >
        {(rows) => (
          <>
            <Totals query={listUrl.filters} />
            {selection.wasUsed && <SelectedBills selection={selection} />}
            <Table
              caption="Bills"
              columns={[...billColumns, getOpenColumn(openBill)]}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={openBill}
              onEdit={({ id }) => navigate(billPath(id), { state: openEditState })}
              selection={{
                ...selection,
                getName: ({ vendor, number }) => `${vendor.name} ${number}`.trim(),
              }}
            />
          </>
        )}
      </ListView>
      <Suspense>
        {isAdding && (
          <AddBill
            onAdded={({ id }) => {
              setIsAdding(false);
              navigate(billPath(id));
            }}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const getOpenColumn = (onOpen: (bill: BillRow) => void): Column<BillRow> => ({
  key: "open",
  header: "Open",
  isHeaderHidden: true,
  phoneSlot: "hidden",
  cell: (bill) => (
    <Button size="sm" variant="link" className="-mr-2.5" onClick={() => onOpen(bill)}>
      View
      <span className="sr-only">{` bill from ${bill.vendor.name} ${bill.number}`}</span>
    </Button>
  ),
});

/** The totals of all bills in the list, on every page. */
function Totals({ query }: { query: SentQueryOf<typeof sumBills> }) {
  const { data } = useQuery(endpointQuery(sumBills, { query }));
  if (data === undefined) return null;
  const format = (cents: number) => formatCents(toCents(cents));
  return (
    <p className="mb-2 px-(--inset) text-ink-soft text-sm tabular-nums">
      {"Total "}
      <span className="font-medium text-ink">{format(data.totalCents)}</span>
      {data.unpaidCents !== 0 && `, ${format(data.unpaidCents)} unpaid`}
    </p>
  );
}
