import { Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import { Briefcase, Pencil, Plus } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { searchText } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { CompanyLink } from "#web/ui/company-link.tsx";
import { EmailLink } from "#web/ui/email-address.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type CompanyRow, exportCompanies, listCompanies } from "../company-contract.ts";
import { activeInWords } from "../company-in-words.ts";

const AddCompany = lazyPart(() =>
  import("./add-company.tsx").then((module) => ({ default: module.AddCompany })),
);
const EditCompany = lazyPart(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

const companyList = {
  filters: { q: searchText({ label: "Search companies", className: "sm:w-72" }) },
  pageSize: 25,
};

/** The tenant companies, with their contacts and leases. */
export default function CompaniesPage() {
  if (!useMay("companies.list")) return <AccessDenied />;
  return <Companies />;
}

function Companies() {
  const address = useListAddress(companyList);
  const list = useList(listCompanies, address, address.filters);
  const [asked, setAsked] = useState<"add" | CompanyRow | null>(null);
  const canWrite = useIsServerReachable();
  const [, navigate] = useLocation();
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader
        title="Companies"
        description="Who leases from you, how they are reached, and their leases."
        action={
          <Button
            variant="primary"
            disabled={!canWrite}
            icon={<Plus aria-hidden="true" />}
            onClick={() => setAsked("add")}
          >
            Add Company
          </Button>
        }
      />
      <FilterBar
        filters={companyList.filters}
        address={address}
        action={<ExportLink endpoint={exportCompanies} query={address.filters} what="companies" />}
      />
      <ListView
        list={list}
        noun="companies"
        failed="The companies could not be loaded."
        empty={
          <EmptyState icon={<Briefcase />} title="No companies yet">
            Add one with “Add Company”, or record a lease: its company is added with it.
          </EmptyState>
        }
        nothingMatches={{
          title: "No companies found",
          hint: "No name has these words.",
          clear: "Clear search",
        }}
      >
        {(rows) => (
          <Table
            caption="Companies"
            columns={columnsFor(canWrite ? setAsked : undefined)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(paths.company(id))}
          />
        )}
      </ListView>
      <Suspense>
        {asked === "add" && <AddCompany onClose={close} />}
        {asked !== null && asked !== "add" && <EditCompany company={asked} onClose={close} />}
      </Suspense>
    </>
  );
}

const columnsFor = (onEdit: ((company: CompanyRow) => void) | undefined): readonly Column<CompanyRow>[] => [
  {
    key: "name",
    header: "Name",
    onPhone: "title",
    className: "sm:max-w-80 sm:min-w-32",
    cell: ({ id, name }) => (
      <CompanyLink id={id} className="line-clamp-2 font-medium">
        {name}
      </CompanyLink>
    ),
    phoneCell: ({ name }) => name,
  },
  {
    key: "email",
    header: "Email",
    onPhone: "hidden",
    cell: ({ contactEmail }) => (contactEmail === null ? <Unknown /> : <EmailLink email={contactEmail} />),
  },
  {
    key: "phone",
    header: "Phone",
    onPhone: "line",
    className: "whitespace-nowrap",
    cell: ({ contactPhone }) => contactPhone ?? <Unknown />,
    phoneCell: ({ contactPhone }) => contactPhone,
  },
  {
    key: "leases",
    header: "Leases",
    onPhone: "figure",
    cell: (company) => <Leases company={company} />,
    phoneCell: (company) => <span className="text-ink-soft text-sm">{activeInWords(company)}</span>,
  },
  {
    key: "actions",
    header: "Actions",
    onPhone: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (company) =>
      company.mayEdit && (
        <Button
          size="sm"
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

const Unknown = () => <span className="text-ink-faint">Not given</span>;

function Leases({ company }: { company: CompanyRow }) {
  const { id, name, leases } = company;
  if (leases === 0) return <span className="text-ink-faint">None</span>;
  const words = activeInWords(company);
  return (
    <Link
      href={paths.leasesOfCompany(id)}
      aria-label={`Leases of ${name}: ${words}`}
      className="thumb whitespace-nowrap rounded-sm text-accent-text tabular-nums hover:underline"
    >
      {words}
    </Link>
  );
}
