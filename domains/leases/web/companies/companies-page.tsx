import { Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import { Pencil, Plus } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { CompanyCell, CompanyPhoneTitle } from "#web/ui/faces/company-link.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type CompanyRow, exportCompanies, listCompanies } from "../../company-contract.ts";
import { formatActiveLeases } from "../../lease-counts.ts";
import { companyLeasesPath, companyPath } from "../../paths.ts";

const AddCompany = lazyPart(() =>
  import("./add-company.tsx").then((module) => ({ default: module.AddCompanyDialog })),
);
const EditCompany = lazyPart(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

const companyList = {
  filters: { q: createSearchFilter({ label: "Search companies", className: "sm:w-72" }) },
  pageSize: 25,
  pageSizes,
  name: "companies",
};

/** The tenant companies, with their contact details and leases. */
export default function CompaniesPage() {
  const listUrl = useListUrl(companyList);
  const list = useList(listCompanies, listUrl, listUrl.filters);
  const [dialog, setDialog] = useState<"add" | CompanyRow | null>(null);
  const canWrite = useIsServerReachable();
  const [, navigate] = useLocation();
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="Companies"
        action={
          <Button
            variant="primary"
            disabled={!canWrite}
            icon={<Plus aria-hidden="true" />}
            onClick={() => setDialog("add")}
          >
            Add Company
          </Button>
        }
      />
      <FilterBar
        filters={companyList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportCompanies} query={listUrl.filters} noun="companies" />}
      />
      <ListView
        list={list}
        itemNoun="companies"
        errorTitle="Couldn't load the companies."
        emptyState={
          <EmptyState isPage title="No companies yet">
            Add a company, or create a lease and its company will be added automatically.
          </EmptyState>
        }
        noMatches={{
          title: "No companies found",
          hint: "No companies match your search.",
          clear: "Clear search",
        }}
      >
        {(rows) => (
          <Table
            caption="Companies"
            columns={getColumns(canWrite ? setDialog : undefined)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(companyPath(id))}
            onEdit={(company) => canWrite && company.canEdit && setDialog(company)}
          />
        )}
      </ListView>
      <Suspense>
        {dialog === "add" && <AddCompany onClose={close} />}
        {dialog !== null && dialog !== "add" && <EditCompany company={dialog} onClose={close} />}
      </Suspense>
    </>
  );
}

const getColumns = (onEdit: ((company: CompanyRow) => void) | undefined): readonly Column<CompanyRow>[] => [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    className: "sm:max-w-80 sm:min-w-32",
    cell: (company) => <CompanyCell company={company} />,
    phoneCell: (company) => <CompanyPhoneTitle company={company} />,
  },
  {
    key: "email",
    header: "Email",
    phoneSlot: "hidden",
    cell: ({ contactEmail }) =>
      contactEmail === null ? <NotProvided /> : <EmailLink email={contactEmail} />,
  },
  {
    key: "phone",
    header: "Phone",
    phoneSlot: "line",
    className: "whitespace-nowrap",
    cell: ({ contactPhone }) => contactPhone ?? <NotProvided />,
    phoneCell: ({ contactPhone }) => contactPhone,
  },
  {
    key: "leases",
    header: "Leases",
    phoneSlot: "figure",
    cell: (company) => <CompanyLeasesLink company={company} />,
    phoneCell: (company) => <span className="text-ink-soft text-sm">{formatActiveLeases(company)}</span>,
  },
  {
    key: "actions",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (company) =>
      company.canEdit && (
        <Button
          size="sm"
          variant="link"
          disabled={onEdit === undefined}
          icon={<Pencil aria-hidden="true" />}
          aria-label={`Edit ${company.name}`}
          onClick={() => onEdit?.(company)}
        >
          Edit
        </Button>
      ),
  },
];

const NotProvided = () => <span className="text-ink-faint">Not provided</span>;

function CompanyLeasesLink({ company }: { company: CompanyRow }) {
  const { id, name, leases } = company;
  if (leases === 0) return <span className="text-ink-faint">None</span>;
  const leaseCountText = formatActiveLeases(company);
  return (
    <Link
      href={companyLeasesPath(id)}
      aria-label={`Leases for ${name}: ${leaseCountText}`}
      className="thumb whitespace-nowrap rounded-sm text-accent-text tabular-nums hover:underline"
    >
      {leaseCountText}
    </Link>
  );
}
