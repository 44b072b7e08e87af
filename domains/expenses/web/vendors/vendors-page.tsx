import { Suspense, useState } from "react";
import { Link } from "wouter";
import { importPath } from "#domains/imports/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { Pencil, Plus } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createChoiceFilter, createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { billsPath, vendorBillsPath } from "../../paths.ts";
import { exportVendors, listVendors, type VendorRow } from "../../vendors-contract.ts";

const AddVendor = lazyPart(() =>
  import("./vendor-dialogs.tsx").then((module) => ({ default: module.AddVendor })),
);
const EditVendor = lazyPart(() =>
  import("./vendor-dialogs.tsx").then((module) => ({ default: module.EditVendor })),
);

const vendorList = {
  filters: {
    q: createSearchFilter({ label: "Search vendors", className: "sm:w-72" }),
    archived: createChoiceFilter({
      label: "Archived",
      className: "w-44",
      all: "Without archived",
      options: [
        { value: "yes", label: "Archived only" },
        { value: "all", label: "With archived" },
      ],
    }),
  },
  pageSize: 25,
  pageSizes,
  name: "vendors",
};

/** The companies that send bills, with their contact details. */
export default function VendorsPage() {
  const listUrl = useListUrl(vendorList);
  const list = useList(listVendors, listUrl, listUrl.filters);
  const [dialog, setDialog] = useState<"add" | VendorRow | null>(null);
  const canWrite = useIsServerReachable();
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        back={{ href: billsPath, label: "Bills" }}
        title="Vendors"
        action={
          <Button
            variant="primary"
            disabled={!canWrite}
            icon={<Plus aria-hidden="true" />}
            onClick={() => setDialog("add")}
          >
            Add Vendor
          </Button>
        }
      />
      <FilterBar
        filters={vendorList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportVendors} query={listUrl.filters} noun="vendors" />}
      />
      <ListView
        list={list}
        itemNoun="vendors"
        errorTitle="Couldn't load the vendors."
        emptyState={
          <EmptyState
            isPage
            title="No vendors yet"
            action={<ButtonLink href={`${importPath}?kind=vendors`}>Import Vendors</ButtonLink>}
          >
            Add a vendor, or enter a bill and its vendor will be added automatically.
          </EmptyState>
        }
        noMatches={{
          title: "No vendors found",
          hint: "No vendors match your search.",
          clear: "Clear search",
        }}
      >
        {(rows) => (
          <Table
            caption="Vendors"
            columns={getColumns(canWrite ? setDialog : undefined)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={(vendor) => canWrite && setDialog(vendor)}
            onEdit={(vendor) => canWrite && setDialog(vendor)}
          />
        )}
      </ListView>
      <Suspense>
        {dialog === "add" && <AddVendor onClose={close} />}
        {dialog !== null && dialog !== "add" && <EditVendor vendor={dialog} onClose={close} />}
      </Suspense>
    </>
  );
}

const getColumns = (onEdit: ((vendor: VendorRow) => void) | undefined): readonly Column<VendorRow>[] => [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    className: "sm:max-w-80",
    cell: ({ name, isArchived }) => (
      <>
        <span className="font-medium wrap-anywhere">{name}</span>
        {isArchived && <span className="block text-ink-soft text-sm">Archived</span>}
      </>
    ),
    phoneCell: ({ name }) => name,
  },
  { key: "contact", header: "Contact", phoneSlot: "line", cell: ({ contactName }) => contactName },
  {
    key: "email",
    header: "Email",
    phoneSlot: "hidden",
    cell: ({ email }) => email !== "" && <EmailLink email={email} />,
  },
  {
    key: "phone",
    header: "Phone",
    phoneSlot: "line",
    className: "whitespace-nowrap",
    cell: ({ phone }) => phone,
  },
  {
    key: "bills",
    header: "Last bill",
    phoneSlot: "figure",
    cell: ({ id, name, lastBilledOn }) =>
      lastBilledOn === null ? (
        <span className="text-ink-faint">None</span>
      ) : (
        <Link
          href={vendorBillsPath(id)}
          aria-label={`Bills from ${name}, most recent on ${formatCalendarDay(lastBilledOn)}`}
          className="thumb whitespace-nowrap rounded-sm text-accent-text tabular-nums hover:underline"
        >
          {formatCalendarDay(lastBilledOn)}
        </Link>
      ),
  },
  {
    key: "actions",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (vendor) => (
      <Button
        size="sm"
        variant="link"
        disabled={onEdit === undefined}
        icon={<Pencil aria-hidden="true" />}
        aria-label={`Edit ${vendor.name}`}
        onClick={() => onEdit?.(vendor)}
      >
        Edit
      </Button>
    ),
  },
];
