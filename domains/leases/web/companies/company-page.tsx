import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { RelatedDocuments } from "#domains/documents/web/list/related-documents.tsx";
import { formatBalance } from "#domains/ledger/describe.ts";
import { companyAgedReportPath } from "#domains/reports/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { RelatedWorkOrders } from "#domains/work-orders/web/list/related-work-orders.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Pencil, Plus } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { openEditState } from "#web/open-form-link.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toPhoneLink } from "#web/ui/faces/contact-links.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Figure, Figures } from "#web/ui/page/figures.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { CompanyDetails } from "../../company-contract.ts";
import { type LeaseRow, listLeases } from "../../contract.ts";
import { formatLeaseCount } from "../../lease-counts.ts";
import { companiesPath, companyLeasesPath, leasePath, newLeasePath } from "../../paths.ts";
import { leaseColumns } from "../lease/lease-columns.tsx";
import { companyQuery } from "../queries.ts";
import { CompanyPeople } from "./company-people.tsx";

const EditCompany = lazyPart(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

/** A company with its contact details, balance, leases, people, work orders, and documents. */
export default function CompanyPage() {
  const id = Number(useParams().id);
  const company = useQuery(companyQuery(id));
  return (
    <RecordPage query={company} noun="company" all={{ href: companiesPath, label: "All companies" }}>
      {(value) => <CompanyView key={value.id} company={value} />}
    </RecordPage>
  );
}

function CompanyView({ company }: { company: CompanyDetails }) {
  const [isEditing, setIsEditing] = useState(false);
  const canWrite = useIsServerReachable();
  const { id, name, canEdit } = company;
  const companyId = String(id);
  return (
    <>
      <PageHeader
        back={{ href: companiesPath, label: "Companies" }}
        leading={<Face company={company} size={40} />}
        title={name}
        note={
          <span className="flex flex-wrap items-baseline gap-x-3.5">
            {formatLeaseCount(company)}
            <Contact {...company} />
          </span>
        }
        action={
          <>
            {canEdit && (
              <Button
                disabled={!canWrite}
                icon={<Pencil aria-hidden="true" />}
                onClick={() => setIsEditing(true)}
              >
                Edit
              </Button>
            )}
            <ButtonLink
              variant="primary"
              href={newLeasePath({ company: name })}
              icon={<Plus aria-hidden="true" />}
            >
              New Lease
            </ButtonLink>
          </>
        }
      />
      <div className="space-y-6">
        <Figures label="Account" figures={toFigures(company)} />
        <Section title="Leases" action={<ViewAll href={companyLeasesPath(id)} what="leases" />}>
          <Leases companyId={companyId} name={name} />
        </Section>
        <CompanyPeople companyId={companyId} name={name} />
        <Section aria-label="Work orders">
          <RelatedWorkOrders
            filter={{ companyId }}
            caption={`Work orders for ${name}`}
            all={<ViewAll href={`${workOrdersPath}?companyId=${id}`} what="work orders" />}
          />
        </Section>
        <Section title="Documents">
          <RelatedDocuments record={{ companyId }} label={`Documents for ${name}`} />
        </Section>
      </div>
      <Suspense>
        {isEditing && <EditCompany company={company} onClose={() => setIsEditing(false)} />}
      </Suspense>
    </>
  );
}

const Contact = ({ contactEmail, contactPhone }: CompanyDetails) => (
  <>
    {contactEmail !== null && <EmailLink email={contactEmail} isQuiet />}
    {contactPhone !== null && (
      <a className="thumb text-sm hover:underline" href={toPhoneLink(contactPhone)}>
        {contactPhone}
      </a>
    )}
  </>
);

/** Each amount is the total of the leases the user can see. */
const toFigures = ({ id, balanceCents, overdueCents, activeLeases }: CompanyDetails): Figure[] => [
  { label: "Overdue", value: formatCents(toCents(overdueCents)), needsAttention: overdueCents > 0 },
  { label: "Balance", value: formatBalance(balanceCents), href: companyAgedReportPath(id) },
  { label: "Active leases", value: String(activeLeases), href: companyLeasesPath(id) },
];

const ViewAll = ({ href, what }: { href: string; what: string }) => (
  <Link href={href} className="thumb rounded-sm font-medium text-accent-text hover:underline">
    {`View all ${what}`}
  </Link>
);

const leaseList = { filters: {}, pageSize: 5, isInUrl: false };

function Leases({ companyId, name }: { companyId: string; name: string }) {
  const list = useList(listLeases, useListUrl(leaseList), { companyId });
  const [, navigate] = useLocation();
  return (
    <ListView
      list={list}
      frame="part"
      itemNoun="leases"
      errorTitle="Couldn't load the leases."
      skeleton={3}
      emptyState={<EmptyState title="No leases yet">Use “New Lease” to add this company's lease.</EmptyState>}
    >
      {(rows) => (
        <Table
          caption={`Leases for ${name}`}
          columns={columnsWithoutCompany}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => navigate(leasePath(id))}
          onEdit={({ id }) => navigate(leasePath(id), { state: openEditState })}
        />
      )}
    </ListView>
  );
}

/** Without the company column. On a phone, the property becomes a row's title. */
const columnsWithoutCompany = leaseColumns
  .filter(({ key }) => key !== "company")
  .map(
    (column): Column<LeaseRow> => (column.key === "property" ? { ...column, phoneSlot: "title" } : column),
  );
