import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { DocumentsOf } from "#domains/documents/web/documents-of.tsx";
import { sayBalance } from "#domains/ledger/describe.ts";
import { OrdersTable } from "#domains/work-orders/web/list/orders-table.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FileSignature, Pencil, Plus } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { RecordPage } from "#web/layout/record-page.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmailLink } from "#web/ui/email-address.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { CompanyDetails } from "../company-contract.ts";
import { leasesInWords } from "../company-in-words.ts";
import { type LeaseRow, listLeases } from "../contract.ts";
import { CompanyPeople } from "./company-people.tsx";
import { Fact } from "./fact.tsx";
import { leaseColumns } from "./lease-columns.tsx";
import { companyQuery } from "./queries.ts";

const EditCompany = lazyPart(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

/** A company with its contact, balance, leases, people, open work orders and documents. */
export default function CompanyPage() {
  const mayRead = useMay("companies.read");
  const id = Number(useParams().id);
  const company = useQuery({ ...companyQuery(id), enabled: mayRead });
  if (!mayRead) return <AccessDenied />;
  return (
    <RecordPage query={company} noun="company" all={{ href: paths.companies, label: "All companies" }}>
      {(value) => <OneCompany key={value.id} company={value} />}
    </RecordPage>
  );
}

function OneCompany({ company }: { company: CompanyDetails }) {
  const [isEditing, setEditing] = useState(false);
  const canWrite = useIsServerReachable();
  const { id, name, mayEdit } = company;
  const companyId = String(id);
  return (
    <>
      <PageHeader
        back={{ href: paths.companies, label: "Companies" }}
        title={name}
        description={leasesInWords(company)}
        action={
          <>
            {mayEdit && (
              <Button
                disabled={!canWrite}
                icon={<Pencil aria-hidden="true" />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
            <ButtonLink
              variant="primary"
              href={paths.newLease({ company: name })}
              icon={<Plus aria-hidden="true" />}
            >
              New Lease
            </ButtonLink>
          </>
        }
      />
      <div className="space-y-6">
        <Facts company={company} />
        <Card aria-label="Leases">
          <CardHeader title="Leases" action={<ViewAll href={paths.leasesOfCompany(id)} what="leases" />} />
          <Leases companyId={companyId} name={name} />
        </Card>
        <CompanyPeople companyId={companyId} name={name} />
        <Card aria-label="Open work orders">
          <OrdersTable
            of={{ companyId, status: "open" }}
            title="Open Work Orders"
            caption={`Open work orders of ${name}`}
            all={<ViewAll href={`${paths.workOrders}?companyId=${id}&status=open`} what="open work orders" />}
          />
        </Card>
        <Card aria-label="Documents">
          <CardHeader title="Documents" />
          <DocumentsOf of={{ companyId }} label={`Documents of ${name}`} />
        </Card>
      </div>
      <Suspense>{isEditing && <EditCompany company={company} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}

/** Every amount is the sum over the leases that the user sees. */
function Facts({ company }: { company: CompanyDetails }) {
  const { id, balanceCents, overdueCents, contactEmail, contactPhone } = company;
  return (
    <Card aria-label="Facts" className="p-4 sm:p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:*:nth-[n+3]:col-span-2 lg:grid-cols-[1fr_1fr_2fr_1fr]">
        <Fact name="Balance">
          <Link
            href={paths.agedOfCompany(id)}
            className="thumb rounded-sm font-semibold text-accent-text text-lg tabular-nums hover:underline"
          >
            {sayBalance(balanceCents)}
          </Link>
        </Fact>
        <Fact name="Overdue">
          <span className={`font-semibold text-lg tabular-nums ${overdueCents > 0 ? "text-red-text" : ""}`}>
            {formatCents(toCents(overdueCents))}
          </span>
        </Fact>
        <Fact name="Email">{contactEmail === null ? <NotGiven /> : <EmailLink email={contactEmail} />}</Fact>
        <Fact name="Phone">
          {contactPhone === null ? (
            <NotGiven />
          ) : (
            <a className="thumb text-accent-text hover:underline" href={`tel:${contactPhone}`}>
              {contactPhone}
            </a>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

const NotGiven = () => <span className="text-ink-faint">Not given</span>;

const ViewAll = ({ href, what }: { href: string; what: string }) => (
  <Link href={href} className="thumb rounded-sm font-medium text-accent-text hover:underline">
    {`View all ${what}`}
  </Link>
);

const leasesOfCompany = { filters: {}, pageSize: 5, isInAddress: false };

function Leases({ companyId, name }: { companyId: string; name: string }) {
  const list = useList(listLeases, useListAddress(leasesOfCompany), { companyId });
  const [, navigate] = useLocation();
  return (
    <ListView
      list={list}
      frame="part"
      noun="leases"
      failed="The leases could not be loaded."
      skeleton={3}
      empty={
        <EmptyState icon={<FileSignature />} title="No leases yet">
          Record who has which units with “New Lease”.
        </EmptyState>
      }
    >
      {(rows) => (
        <Table
          caption={`Leases of ${name}`}
          columns={ownColumns}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => navigate(paths.lease(id))}
        />
      )}
    </ListView>
  );
}

/** The company is the page's own; on a phone the building is the title of a row. */
const ownColumns = leaseColumns
  .filter(({ key }) => key !== "company")
  .map((column): Column<LeaseRow> => (column.key === "building" ? { ...column, onPhone: "title" } : column));
