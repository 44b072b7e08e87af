import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Briefcase, Pencil, Plus, SearchX } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type CompanyRow, exportCompanies } from "../company-contract.ts";
import { companiesPerPage, companyPageQuery } from "./queries.ts";

const AddCompany = lazy(() => import("./add-company.tsx").then((module) => ({ default: module.AddCompany })));
const EditCompany = lazy(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

/** The companies that lease: how they are reached, and their leases. */
export default function CompaniesPage() {
  if (!useMay("companies.list")) return <AccessDenied />;
  return <Companies />;
}

type Asked = "add" | CompanyRow;

function Companies() {
  const { q, page, open } = useAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  const canWrite = useIsServerReachable();
  const search = useCallback((text: string) => open(text, 1), [open]);
  const close = () => setAsked(null);
  const add = (
    <Button
      variant="primary"
      disabled={!canWrite}
      icon={<Plus aria-hidden="true" />}
      onClick={() => setAsked("add")}
    >
      Add Company
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Companies"
        description="Who leases from you, how they are reached, and their leases."
        action={add}
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Search companies" value={q} onSearch={search} className="w-72 max-sm:w-full" />
        <div className="max-sm:flex max-sm:w-full sm:ml-auto">
          <ExportLink
            endpoint={exportCompanies}
            query={q === "" ? {} : { q }}
            what="companies"
            className="max-sm:grow"
          />
        </div>
      </div>
      <CompanyTable q={q} page={page} open={open} onEdit={canWrite ? setAsked : undefined} />
      <Suspense>
        {asked === "add" && <AddCompany onClose={close} />}
        {asked !== null && asked !== "add" && <EditCompany company={asked} onClose={close} />}
      </Suspense>
    </>
  );
}

interface CompanyTableProps {
  q: string;
  page: number;
  open: (q: string, page: number) => void;
  onEdit: ((company: CompanyRow) => void) | undefined;
}

function CompanyTable({ q, page, open, onEdit }: CompanyTableProps) {
  const list = useQuery(companyPageQuery(q, page));
  const { data, error, isPlaceholderData, isFetching, refetch } = list;
  const setPage = useCallback((next: number) => open(q, next), [open, q]);
  useExistingPage(list, { page, pageSize: companiesPerPage, open: setPage });
  if (data === undefined)
    return (
      <Card>
        {error === null ? (
          <SkeletonRows count={8} />
        ) : (
          <ErrorState
            title="The companies could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  return (
    <Card className={classes("transition-opacity", isPlaceholderData && "opacity-60")}>
      {data.rows.length === 0 ? (
        <NothingFound isSearch={q !== ""} onClear={() => open("", 1)} />
      ) : (
        <Table caption="Companies" columns={columnsFor(onEdit)} rows={data.rows} rowKey={({ id }) => id} />
      )}
      <Pagination
        page={page}
        pageSize={companiesPerPage}
        total={data.total}
        onPage={setPage}
        noun="companies"
      />
    </Card>
  );
}

const columnsFor = (onEdit: CompanyTableProps["onEdit"]): readonly Column<CompanyRow>[] => [
  {
    key: "name",
    header: "Name",
    onPhone: "title",
    className: "sm:max-w-80 sm:min-w-32",
    cell: ({ name }) => <span className="line-clamp-2 font-medium">{name}</span>,
  },
  {
    key: "email",
    header: "E-mail",
    cell: ({ contactEmail }) =>
      contactEmail === null ? (
        <Unknown />
      ) : (
        <a className="break-all text-accent-text hover:underline" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </a>
      ),
  },
  {
    key: "phone",
    header: "Phone",
    cell: ({ contactPhone }) => contactPhone ?? <Unknown />,
  },
  { key: "leases", header: "Leases", cell: (company) => <Leases company={company} /> },
  {
    key: "actions",
    header: "Actions",
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

function Leases({ company: { id, name, leases, runningLeases } }: { company: CompanyRow }) {
  if (leases === 0) return <span className="text-ink-faint">None</span>;
  const words = runningLeases === leases ? `${leases} running` : `${runningLeases} running of ${leases}`;
  return (
    <Link
      href={paths.leasesOfCompany(id)}
      aria-label={`Leases of ${name}: ${words}`}
      className="whitespace-nowrap rounded-sm text-accent-text tabular-nums hover:underline"
    >
      {words}
    </Link>
  );
}

function NothingFound({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  if (isSearch)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No companies found"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        No name has these words.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Briefcase />} title="No companies yet">
      Add one with “Add Company”, or record a lease: its company is added with it.
    </EmptyState>
  );
}

/** Search text and page stand in the address, so that a link or the way back shows the same. */
function useAddress() {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const page = Number(query.get("page"));
  const open = useCallback(
    (q: string, to: number) => {
      const next = new URLSearchParams(q === "" ? {} : { q });
      if (to > 1) next.set("page", String(to));
      navigate(next.size === 0 ? paths.companies : `${paths.companies}?${next}`, { replace: to === 1 });
    },
    [navigate],
  );
  return {
    q: query.get("q")?.trim().slice(0, 100) ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    open,
  };
}
